import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AbsenceReport, absenceEndpoints, type PupilAbsences } from '#contract/absences/absences.ts'
import { type AbsenceSchool, openAbsenceSchool } from '#server/test/absence-school.ts'
import { makePupil } from '#server/test/child-factories.ts'

let school: AbsenceSchool
let oneA: number
let twoA: number
let zoe: number
beforeAll(async () => {
  school = await openAbsenceSchool()
  const { app, fsw } = school
  oneA = await school.classOf('1a')
  twoA = await school.classOf('2a')
  zoe = await makePupil(app, fsw, { firstname: 'Zoe', lastname: 'Zander', grade: 1, schoolclass: 'a' })
  await makePupil(app, fsw, { firstname: 'Ada', lastname: 'Adler', grade: 1, schoolclass: 'a' })
  await school.makeNote(zoe, { from: '2026-10-15', to: '2026-11-03' })
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.goTo('2027-02-10')
  await reopening(first())
})

const first = () => ({ schoolclass_id: oneA, half: 1 })
const reportOf = async (): Promise<AbsenceReport> => {
  const reply = await school.head.call(absenceEndpoints.report, { query: first() })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const askPupil = (id: number) => school.head.call(absenceEndpoints.pupil, { params: { id }, query: {} })
const closing = (body: object, browser = school.head) => browser.call(absenceEndpoints.close, { body })
const reopening = (body: object, browser = school.head) => browser.call(absenceEndpoints.reopen, { body })
const countInReport = async (id: number) => (await reportOf()).rows.find(({ pupil }) => pupil.id === id)

test('closing a half-year is refused until the day after its last', async () => {
  school.goTo('2027-01-29')
  const early = await closing(first())
  expect([early.statusCode, early.json().message]).toEqual([409, 'Das Halbjahr ist noch nicht zu Ende.'])
  school.goTo('2027-01-30')
  expect((await closing(first())).json().message).toBe('Die Fehlzeiten sind festgeschrieben.')
  expect((await reopening(first())).statusCode).toBe(200)
})

test('a closed half-year keeps its counts when notes or free days change, and says what they would be', async () => {
  const before = await countInReport(zoe)
  expect((await closing(first())).statusCode).toBe(200)
  await school.makeNote(zoe, { from: '2026-12-01' })
  await school.addFreeDay('2026-10-15')
  const after = await countInReport(zoe)
  expect(after).toMatchObject({ is_closed: true, count: before?.count, counted_now: null })
  await school.makeNote(zoe, { from: '2026-12-02' })
  expect((await countInReport(zoe))?.counted_now?.days_excused).toBe(5)
  const { halves }: PupilAbsences = (await askPupil(zoe)).json()
  expect(halves[0]).toMatchObject({ is_closed: true, count: before?.count, counted_now: { days_excused: 5 } })
})

test('a closed half-year is counted again after it was reopened, and the log names who closed and reopened it', async () => {
  expect((await closing(first())).statusCode).toBe(200)
  const reply = await reopening(first())
  expect(reply.json().message).toBe('Die Fehlzeiten werden wieder laufend gezählt.')
  expect((await reportOf()).rows.map(({ is_closed }) => is_closed)).toEqual([false, false])
  const actions = (await school.loggedActions('absence_count')).map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['absences_reopened', 'absences_reopened'])
  expect(new Set(actions)).toEqual(new Set(['absences_closed', 'absences_reopened']))
})

test('a half-year closed twice at once is closed once; a child that joins is closed with the next time', async () => {
  const replies = await Promise.all([closing(first()), closing(first()), closing(first())])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const joiner = await makePupil(school.app, school.fsw, { lastname: 'Nachzügler', grade: 1, schoolclass: 'a' })
  expect((await countInReport(joiner))?.is_closed).toBe(false)
  await closing(first())
  expect((await reportOf()).rows.map(({ is_closed }) => is_closed)).toEqual([true, true, true])
})

test('undoing a closing reopens the counts that it closed, not those closed before', async () => {
  const closed = async (): Promise<number[]> => (await closing(first())).json().closed
  const february = await closed()
  expect(february).toHaveLength((await reportOf()).rows.length)
  const joiner = await makePupil(school.app, school.fsw, { lastname: 'Maikind', grade: 1, schoolclass: 'a' })
  await school.makeNote(zoe, { from: '2026-12-03' })
  school.goTo('2027-05-10')
  const may = await closed()
  expect(may).toHaveLength(1)
  expect(await closed()).toEqual([])
  expect((await reopening({ ...first(), only: may })).statusCode).toBe(200)
  expect((await countInReport(joiner))?.is_closed).toBe(false)
  expect(await countInReport(zoe)).toMatchObject({ is_closed: true, counted_now: expect.anything() })
  // Rows of another half-year or class do not belong to this one.
  const second = await reopening({ schoolclass_id: oneA, half: 2, only: february })
  const elsewhere = await reopening({ schoolclass_id: twoA, half: 1, only: february })
  expect([second.statusCode, elsewhere.statusCode, (await reopening({ ...first(), only: [] })).statusCode]).toEqual([
    200, 200, 200,
  ])
  expect((await countInReport(zoe))?.is_closed).toBe(true)
  await reopening(first())
  expect((await reportOf()).rows.every(({ is_closed }) => !is_closed)).toBe(true)
})

test('only heads may close and reopen, in their own school', async () => {
  const teacher = await school.makeTeacher()
  for (const act of [closing, reopening]) {
    expect((await act(first(), teacher.browser)).statusCode).toBe(403)
    expect((await act(first(), await school.signIn('schooladmin', school.fow))).statusCode).toBe(404)
  }
  expect((await reportOf()).rows.every(({ is_closed }) => !is_closed)).toBe(true)
})

test('a closed half-year cannot be reopened after its notes were deleted, a year after the school year', async () => {
  school.goTo('2028-07-30')
  await closing(first())
  expect((await reopening(first())).statusCode).toBe(200)
  await closing(first())
  school.goTo('2028-07-31')
  const late = await reopening(first())
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Die Meldungen dieses Schuljahrs sind schon gelöscht: Die Fehlzeiten bleiben, wie sie sind.',
  ])
})
