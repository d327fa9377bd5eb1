import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ROLLOVER_TEXTS, type RolloverReport } from '#contract/rollovers/rollovers.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let school: RolloverSchool
let pupil = 0
beforeEach(async () => {
  school = await makeRolloverSchool(app)
  for (const grade of [5, 6]) await school.addClass({ grade, description: 'a' })
  pupil = await school.addPupil({ from: '6a' })
})

const goesTo = (next_school: string) => ({ pupils: [{ pupil_id: pupil, decision: 'leave', next_school }] })
const nextSchoolOf = async (id = pupil) =>
  (await school.rows<{ next_school: string | null }>('select next_school from pupil where id = $1', [id]))[0]
    ?.next_school
const write = (text: string | null) => school.rows('update pupil set next_school = $2 where id = $1', [pupil, text])
const shown = ({ pupils }: RolloverReport) => pupils.find(({ pupil_id }) => pupil_id === pupil)?.next_school

test('of a leaving pupil is planned, stored only at the pupil and shown in the report', async () => {
  const plan = goesTo('  Gymnasium   Nord ')
  const report = await school.rehearse(plan)
  expect([shown(report), report.pupils[0]?.reason]).toEqual(['Gymnasium Nord', 'leaving_grade'])
  expect(await nextSchoolOf()).toBeNull()
  const { id } = (await school.commit(plan)).json()
  expect(await nextSchoolOf()).toBe('Gymnasium Nord')
  expect((await school.get(id)).json()).toMatchObject({ report, school_type: 'primary' })
  const [row] = await school.rows<{ text: string }>('select report::text || changes::text as text from rollover')
  expect(row?.text).not.toContain('Gymnasium')
  await write('Oberschule Süd')
  expect(shown((await school.get(id)).json().report)).toBe('Oberschule Süd')
})

test('that the pupil has already stays, unless the plan says another or none', async () => {
  await write('Oberschule Süd')
  const planned = async (plan = {}) => shown(await school.rehearse(plan))
  expect([await planned(), await planned(goesTo('')), await planned(goesTo('Gymnasium'))]).toEqual([
    'Oberschule Süd',
    null,
    'Gymnasium',
  ])
  await school.commit()
  expect(await nextSchoolOf()).toBe('Oberschule Süd')
})

test('of a staying pupil is neither shown nor changed', async () => {
  await write('Oberschule Süd')
  const plan = { pupils: [{ pupil_id: pupil, decision: 'repeat' }] }
  expect(shown(await school.rehearse(plan))).toBeNull()
  await school.commit(plan)
  expect(await nextSchoolOf()).toBe('Oberschule Süd')
})

test('has 120 characters at most', async () => {
  const [fits, long] = [await school.send(goesTo('x'.repeat(120))), await school.send(goesTo('x'.repeat(121)))]
  expect([fits.statusCode, long.statusCode, Object.keys(long.json().errors)]).toEqual([
    200,
    422,
    ['pupils.0.next_school'],
  ])
})

test('that changed since the rehearsal is noticed', async () => {
  const { fingerprint } = await school.rehearse(goesTo('Gymnasium Nord'))
  const other = await school.commit(goesTo('Gymnasium Süd'), fingerprint)
  expect([other.statusCode, other.json().message]).toEqual([409, ROLLOVER_TEXTS.changed])
  expect((await school.commit(goesTo('Gymnasium Nord'), fingerprint)).statusCode).toBe(201)
})

test.each([null, 'Oberschule Süd'])('is %s again when the change is taken back', async (before) => {
  await write(before)
  const dump = await school.dump()
  const { id } = (await school.commit(goesTo('Gymnasium Nord'))).json()
  expect((await school.undo(id)).statusCode).toBe(200)
  expect(await school.dump()).toEqual(dump)
})

test('that was written by hand since stays when the change is taken back', async () => {
  for (const plan of [goesTo('Gymnasium Nord'), {}]) {
    const { id } = (await school.commit(plan)).json()
    await write('Oberschule Süd')
    expect((await school.undo(id)).statusCode).toBe(200)
    expect(await nextSchoolOf()).toBe('Oberschule Süd')
  }
})
