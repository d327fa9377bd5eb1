import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const rowsOf = (query: string) => inFsw(async (tx) => (await sql.raw(query).execute(tx)).rows)

beforeEach(async () => {
  school.goTo('2026-11-20')
  await school.forgetErasures()
  for (const table of ['saved_view', 'privacy_request', 'pupil', 'guardian', 'schoolclass_employee', 'employee'])
    await rowsOf(`delete from ${table}`)
})

const plantLeaver = async (word: string, date_exit: string) => {
  const planted = await inFsw((tx) => plantPeople(tx, { school_id: school.fsw, word, keys: school.app.platform.keys }))
  await rowsOf(`update pupil set status = 'left', date_exit = '${date_exit}' where id = ${planted.pupil}`)
  return planted
}

/** The nights on which the preview begins, of the day before, and of the day itself; says what is gone by then. */
const nightsTo = async (due: string, gone: () => Promise<unknown>) => {
  await school.nightOf(addDays(due, -14))
  await school.nightOf(addDays(due, -1))
  const before = await gone()
  await school.nightOf(due)
  return [before, await gone()]
}
const reducedOn =
  (id: number, table = 'pupil') =>
  async () => {
    const [row] = (await rowsOf(`select reduced_on from ${table} where id = ${id}`)) as { reduced_on: string | null }[]
    return row ? row.reduced_on : 'deleted'
  }

describe('the end of the school year of the exit', () => {
  test.each([
    ['2027-07-30', '2028-07-31'],
    ['2027-07-31', '2028-07-31'],
    ['2027-08-01', '2029-07-31'],
    ['2028-02-29', '2029-07-31'],
  ])('who left on %s is reduced on %s and not the day before', async (left, due) => {
    const { pupil } = await plantLeaver('Quittenbaum', left)
    expect(await nightsTo(due, reducedOn(pupil))).toEqual([null, due])
  })

  test('a birthday on 29 February is part of the proof, and changes no day', async () => {
    const { pupil } = await plantLeaver('Quittenbaum', '2028-02-29')
    await rowsOf(`update pupil set birthdate = '2020-02-29'`)
    expect(await nightsTo('2029-07-31', reducedOn(pupil))).toEqual([null, '2029-07-31'])
    expect(await rowsOf('select birthdate from pupil')).toEqual([{ birthdate: '2020-02-29' }])
    expect(await nightsTo('2038-07-31', reducedOn(pupil))).toEqual(['2029-07-31', 'deleted'])
  })
})

describe('an employee who left on 29 February', () => {
  test('is reduced on 29 August and deleted on 28 February, because ten years later there is no 29', async () => {
    const { schoolclass } = await plantLeaver('Quittenbaum', '2040-01-15')
    const id = await inFsw((tx) =>
      plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Holunder' }),
    )
    await rowsOf(`update employee set date_exit = '2028-02-29', active = false where id = ${id}`)
    expect(await nightsTo('2028-08-29', reducedOn(id, 'employee'))).toEqual([null, '2028-08-29'])
    expect(await nightsTo('2038-02-28', reducedOn(id, 'employee'))).toEqual(['2028-08-29', 'deleted'])
  })
})

test('a leaver who comes back has no clock, and a second exit starts it anew from the new day', async () => {
  const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
  await school.nightOf('2028-07-17')
  expect(await rowsOf('select reason from retention_notice')).toEqual([{ reason: 'contacts' }])
  await rowsOf(`update pupil set status = 'active', date_exit = null where id = ${pupil}`)
  for (const night of ['2028-07-31', '2030-07-31', '2037-07-31']) await school.nightOf(night)
  expect(await reducedOn(pupil)()).toBeNull()
  expect(await rowsOf('select reason from retention_notice')).toEqual([])
  await rowsOf(`update pupil set status = 'left', date_exit = '2037-08-01' where id = ${pupil}`)
  expect(await nightsTo('2039-07-31', reducedOn(pupil))).toEqual([null, '2039-07-31'])
  expect(await nightsTo('2048-07-31', reducedOn(pupil))).toEqual(['2039-07-31', 'deleted'])
})

describe('brothers and sisters with one guardian', () => {
  const plantSiblings = async (exit: string | null) => {
    const first = await plantLeaver('Quittenbaum', '2027-01-15')
    const second = await plantLeaver('Holunder', exit ?? '2027-01-15')
    if (exit === null) await rowsOf(`update pupil set status = 'active', date_exit = null where id = ${second.pupil}`)
    await rowsOf(`update pupil_guardian set guardian_id = ${first.guardian} where pupil_id = ${second.pupil}`)
    await rowsOf(`delete from guardian where id = ${second.guardian}`)
    return { first, second }
  }
  const guardians = () => rowsOf('select id from guardian')

  test('keep the guardian while one of them is at the school, however long ago the other left', async () => {
    const { first, second } = await plantSiblings(null)
    await nightsTo('2028-07-31', guardians)
    await nightsTo('2037-07-31', guardians)
    expect(await reducedOn(first.pupil)()).toBe('deleted')
    expect(await guardians()).toEqual([{ id: first.guardian }])
    expect(await rowsOf('select pupil_id from pupil_guardian')).toEqual([{ pupil_id: second.pupil }])
  })

  test('who leave on the same day lose the guardian in the same night', async () => {
    const { first } = await plantSiblings('2027-01-15')
    expect(await nightsTo('2028-07-31', guardians)).toEqual([[{ id: first.guardian }], []])
  })

  test('keep the guardian beside a hold of one of them', async () => {
    const { first, second } = await plantSiblings('2027-01-15')
    await rowsOf(
      `insert into retention_hold (pupil_id, reason, until) values (${second.pupil}, 'Verfahren', '2029-01-31')`,
    )
    await nightsTo('2028-07-31', guardians)
    expect(await reducedOn(first.pupil)()).toBe('2028-07-31')
    expect(await guardians()).toEqual([{ id: first.guardian }])
  })
})

test('an employee who is also a guardian goes as the one and stays as the other, with the account', async () => {
  const { pupil, guardian, schoolclass } = await plantLeaver('Quittenbaum', '2027-01-15')
  const account = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
  const id = await inFsw((tx) =>
    plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Quittenbaum' }),
  )
  const mail = 'beides@example.org'
  await rowsOf(`update employee set user_id = ${account.id}, mail = '${mail}' where id = ${id}`)
  await rowsOf(`update guardian set mail = '${mail}' where id = ${guardian}`)
  await nightsTo('2028-07-31', reducedOn(pupil))
  expect(await rowsOf('select id from guardian')).toEqual([])
  expect(await rowsOf('select id, mail, user_id, reduced_on from employee')).toEqual([
    { id, mail, user_id: account.id, reduced_on: null },
  ])
  await rowsOf(`update employee set date_exit = '2028-08-01', active = false where id = ${id}`)
  expect(await nightsTo('2029-02-01', reducedOn(id, 'employee'))).toEqual([null, '2029-02-01'])
  await tidyUp(school.app.platform)({})
  const { rows } = await school.app.database.owner.query('select name from app_user where id = $1', [account.id])
  expect(rows).toHaveLength(1)
})

test('a request about the child says the day of the night, not of the database', async () => {
  const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
  await rowsOf(`insert into privacy_request (kind, subject_type, subject_id, requested_by, requester, channel, received_on)
    values ('access', 'pupil', ${pupil}, 'Frau Quittenbaum', 'custodian', 'mail', '2037-07-20')`)
  await nightsTo('2028-07-31', reducedOn(pupil))
  expect(await nightsTo('2037-07-31', reducedOn(pupil))).toEqual(['2028-07-31', 'deleted'])
  expect(await rowsOf('select subject_erased_on, requested_by from privacy_request')).toEqual([
    { subject_erased_on: '2037-07-31', requested_by: null },
  ])
})
