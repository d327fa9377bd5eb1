import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type PeoplePreview,
  peopleRetentionEndpoints,
  personRetentionEndpoints,
} from '#contract/retentions/retentions.preview.ts'
import { RETENTION_TEXTS } from '#contract/retentions/retentions.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { plantPeople } from '#server/test/planted-people.ts'
import { makeEmployee } from '#server/test/school-staff.ts'

let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  await school.begin()
  await school.rowsOf('delete from employee')
})

const UNTIL = '2028-09-30'
const pupils = personRetentionEndpoints.pupil
const employees = personRetentionEndpoints.employee

const hold = (id: number, until = UNTIL) =>
  school.head.call(pupils.hold, { params: { id }, body: { reason: 'Verfahren', until } })
const endHold = (id: number) => school.head.call(pupils.endHold, { params: { id } })
const notices = () => school.rowsOf('select listed_on from retention_notice')

describe('a hold of somebody who left', () => {
  test('stands in the preview with its reason, until it is ended', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    expect((await hold(pupil)).json()).toEqual({ message: RETENTION_TEXTS.held })
    const held = async () =>
      ((await school.head.call(peopleRetentionEndpoints.preview)).json() as PeoplePreview).held.map(({ id, hold }) => ({
        id,
        ...hold,
      }))
    expect(await held()).toMatchObject([{ id: pupil, reason: 'Verfahren', until: UNTIL }])
    expect((await endHold(pupil)).json()).toEqual({ message: RETENTION_TEXTS.holdEnded })
    expect(await held()).toEqual([])
  })

  test.each([
    ['yesterday', '2027-01-31', RETENTION_TEXTS.untilPast],
    ['the day after two years', '2029-02-02', RETENTION_TEXTS.untilFar],
  ])('does not end %s', async (_when, until, text) => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    const refused = await hold(pupil, until)
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { until: [text] }])
    expect(await school.rowsOf('select id from retention_hold')).toEqual([])
  })

  test('may end today and in two years', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    for (const until of ['2027-02-01', '2029-02-01']) expect((await hold(pupil, until)).statusCode).toBe(200)
  })

  test('forgets what was announced, and what is due when it ends is announced for two weeks first', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    await school.nightOf('2028-07-20')
    expect(await notices()).toEqual([{ listed_on: '2028-07-20' }])
    await hold(pupil)
    expect(await notices()).toEqual([])
    school.goTo('2028-08-10')
    await endHold(pupil)
    expect(await notices()).toEqual([{ listed_on: '2028-08-10' }])
    await school.nightOf('2028-08-23')
    expect(await school.rowsOf('select id from guardian')).toHaveLength(1)
    await school.nightOf('2028-08-24')
    expect(await school.rowsOf('select id from guardian')).toEqual([])
  })
})

test('nobody of another school, nobody unknown and nobody in the bin is held, let go or has a clock', async () => {
  const { app, fow } = school
  const strangers = await insideSchool(app, fow, (tx) =>
    plantPeople(tx, { school_id: fow, word: 'Andernorts', keys: app.platform.keys }),
  )
  const colleague = await makeEmployee(app, fow, { date_exit: '2026-12-01' })
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`update pupil set deleted_at = now() where id = ${pupil}`)
  const asked = [
    [pupils, strangers.pupil],
    [pupils, 999_999],
    [pupils, pupil],
    [employees, colleague],
    [employees, 999_999],
  ] as const
  for (const [endpoints, id] of asked) {
    const params = { id }
    const body = { reason: 'Verfahren', until: UNTIL }
    expect((await school.head.call(endpoints.hold, { params, body })).statusCode).toBe(404)
    expect((await school.head.call(endpoints.endHold, { params })).statusCode).toBe(404)
    expect((await school.head.call(endpoints.get, { params })).statusCode).toBe(404)
  }
})
