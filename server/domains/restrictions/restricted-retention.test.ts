import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { insideSchool } from '#server/test/factories.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { readSchool } from '#server/test/rollover-school.ts'

let school: RetentionSchool
let calls: ReturnType<typeof restrictionsOf>
beforeAll(async () => {
  school = await openRetentionSchool()
  calls = restrictionsOf(school.head)
})
afterAll(() => school.app.stop())

/** Asks as the owner of the database, from whom nothing is hidden. */
const rowsOf = (query: string) => readSchool(school.app, school.fsw)(query)

beforeEach(async () => {
  school.goTo('2026-11-20')
  for (const table of [
    'saved_view',
    'pupil',
    'guardian',
    'schoolclass_employee',
    'employee',
    'registration',
    'erasure',
  ])
    await rowsOf(`delete from ${table}`)
})

const plantLeaver = (word: string, date_exit: string) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const planted = await plantPeople(tx, { school_id: school.fsw, word, keys: school.app.platform.keys })
    await sql`update pupil set status = 'left', date_exit = ${date_exit} where id = ${planted.pupil}`.execute(tx)
    return planted
  })

const nightsUntil = async (due: string) => {
  await school.nightOf(addDays(due, -14))
  await school.nightOf(due)
}

test('nothing of a restricted pupil is erased, and after the lifting it is announced for two weeks', async () => {
  const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
  await calls.restrict('pupil', pupil)
  await nightsUntil('2028-07-31')
  expect(await rowsOf('select id::int from guardian')).toHaveLength(1)
  const preview = await school.head.call(peopleRetentionEndpoints.preview)
  expect(preview.json()).toEqual({ figures: [], held_figures: [], due: [], held: [], sicknotes: [] })
  await calls.release('pupil', pupil)
  await school.nightOf('2028-08-01')
  await school.nightOf('2028-08-14')
  expect(await rowsOf('select id::int from guardian')).toHaveLength(1)
  await school.nightOf('2028-08-15')
  expect(await rowsOf('select id::int from guardian')).toEqual([])
})

test('a restriction just before the night keeps what was announced', async () => {
  const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
  await school.nightOf('2028-07-17')
  await calls.restrict('pupil', pupil)
  await school.nightOf('2028-07-31')
  await calls.release('pupil', pupil)
  await school.nightOf('2028-08-01')
  expect(await rowsOf('select id::int from guardian')).toHaveLength(1)
})

test('a guardian stays while the other child is restricted', async () => {
  const [first, second] = [await plantLeaver('Quittenbaum', '2027-01-15'), await plantLeaver('Holunder', '2031-01-15')]
  await rowsOf(`update pupil_guardian set guardian_id = ${first.guardian} where pupil_id = ${second.pupil}`)
  await rowsOf(`delete from guardian where id = ${second.guardian}`)
  await calls.restrict('pupil', second.pupil)
  await nightsUntil('2028-07-31')
  expect(await rowsOf('select id::int from guardian')).toEqual([{ id: first.guardian }])
})

test('a restricted guardian stays although the child is erased', async () => {
  const { guardian } = await plantLeaver('Quittenbaum', '2027-01-15')
  await calls.restrict('guardian', guardian)
  await nightsUntil('2028-07-31')
  expect(await rowsOf('select id::int from guardian')).toEqual([{ id: guardian }])
  expect(await rowsOf('select reduced_on::text from pupil')).toEqual([{ reduced_on: '2028-07-31' }])
})

test('a guardian without a child goes with the bin once the restriction is lifted', async () => {
  const { guardian } = await plantLeaver('Quittenbaum', '2027-01-15')
  await calls.restrict('guardian', guardian)
  await nightsUntil('2028-07-31')
  await calls.release('guardian', guardian)
  school.goTo('2028-09-15')
  await tidyUp(school.app.platform)({})
  expect(await rowsOf('select id::int from guardian')).toEqual([])
})

test('a guardian whose only child is restricted as well stays when the own restriction is lifted', async () => {
  const { pupil, guardian } = await plantLeaver('Quittenbaum', '2031-01-15')
  await calls.restrict('pupil', pupil)
  await calls.restrict('guardian', guardian)
  await calls.release('guardian', guardian)
  expect(await rowsOf('select deleted_at from guardian')).toEqual([{ deleted_at: null }])
})

test('a guardian of a pupil in the bin stays for a restricted sibling', async () => {
  const [first, second] = [await plantLeaver('Quittenbaum', '2027-01-15'), await plantLeaver('Holunder', '2031-01-15')]
  await rowsOf(`update pupil_guardian set guardian_id = ${first.guardian} where pupil_id = ${second.pupil}`)
  await rowsOf(`update pupil set deleted_at = '2026-01-01' where id = ${first.pupil}`)
  await calls.restrict('pupil', second.pupil)
  await tidyUp(school.app.platform)({})
  expect(await rowsOf('select id::int from pupil')).toEqual([{ id: second.pupil }])
  expect(await rowsOf(`select id::int from guardian where id = ${first.guardian}`)).toHaveLength(1)
})

test('neither a restricted employee nor a restricted application is erased', async () => {
  const { schoolclass } = await plantLeaver('Quittenbaum', '2031-01-15')
  const employee = await insideSchool(school.app, school.fsw, (tx) =>
    plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Holunder' }),
  )
  await rowsOf(`update employee set date_exit = '2026-08-31', active = false where id = ${employee}`)
  const { id } = await school.made({ status: 'rejected', decided_at: '2026-08-31T08:00:00Z' })
  await calls.restrict('employee', employee)
  await calls.restrict('registration', id)
  await nightsUntil('2027-02-28')
  await nightsUntil('2036-08-31')
  expect(await rowsOf('select phone from employee')).toEqual([{ phone: '030 23125-113 Holunder' }])
  expect(await rowsOf('select id::int from registration')).toEqual([{ id }])
})
