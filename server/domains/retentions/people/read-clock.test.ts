import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clockEndpoints, type PupilRetention } from '#contract/retentions/retentions.clock.ts'
import {
  type PeoplePreview,
  peopleRetentionEndpoints,
  personRetentionEndpoints,
} from '#contract/retentions/retentions.preview.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: RetentionSchool
let teacher: TestVisitor
beforeAll(async () => {
  school = await openRetentionSchool()
  const { app, fsw } = school
  teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
})
afterAll(() => school.app.stop())

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const rowsOf = (query: string) => inFsw(async (tx) => (await sql.raw(query).execute(tx)).rows)

beforeEach(async () => {
  school.goTo('2027-02-01')
  for (const table of ['saved_view', 'pupil', 'guardian', 'schoolclass_employee', 'employee'])
    await rowsOf(`delete from ${table}`)
})

const plant = async (word: string, date_exit: string | null) => {
  const planted = await inFsw((tx) => plantPeople(tx, { school_id: school.fsw, word, keys: school.app.platform.keys }))
  if (date_exit)
    await rowsOf(`update pupil set status = 'left', date_exit = '${date_exit}' where id = ${planted.pupil}`)
  await rowsOf(`delete from saved_view`)
  return planted
}

const clockOf = async (id: number): Promise<PupilRetention> =>
  (await school.head.call(personRetentionEndpoints.pupil.get, { params: { id } })).json()
const preview = async (visitor = school.head): Promise<PeoplePreview> =>
  (await visitor.call(peopleRetentionEndpoints.preview)).json()

describe('the clock of a pupil', () => {
  test('says two days, and the day of the family', async () => {
    const { pupil, guardian, contactPerson } = await plant('Quittenbaum', '2027-01-15')
    expect(await clockOf(pupil)).toMatchObject({
      entries: [
        { reason: 'contacts', action: 'reduce', due_on: '2028-07-31' },
        { reason: 'proof', action: 'delete', due_on: '2037-07-31' },
      ],
      hold: null,
      family: [
        { kind: 'guardian', id: guardian, due_on: '2028-07-31', last_child: null },
        { kind: 'contact_person', id: contactPerson, due_on: '2028-07-31', last_child: null },
      ],
    })
  })

  test('names the last child of a guardian, with its day or without one', async () => {
    const first = await plant('Quittenbaum', '2027-01-15')
    const second = await plant('Holunder', null)
    await rowsOf(`update pupil_guardian set guardian_id = ${first.guardian} where pupil_id = ${second.pupil}`)
    const [guardian] = (await clockOf(first.pupil)).family
    expect(guardian).toMatchObject({ due_on: null, last_child: 'Holunder Holunder Holunder' })
    await rowsOf(`update pupil set status = 'left', date_exit = '2027-08-15' where id = ${second.pupil}`)
    expect((await clockOf(first.pupil)).family[0]).toMatchObject({
      due_on: '2029-07-31',
      last_child: 'Holunder Holunder Holunder',
    })
    expect((await clockOf(second.pupil)).family[0]).toMatchObject({ due_on: '2029-07-31', last_child: null })
  })

  test('a hold takes the day of the family away', async () => {
    const { pupil } = await plant('Quittenbaum', '2027-01-15')
    await rowsOf(`insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2027-09-30')`)
    expect(await clockOf(pupil)).toMatchObject({
      entries: [],
      hold: { reason: 'Verfahren', until: '2027-09-30' },
      family: [
        { due_on: null, last_child: null },
        { due_on: null, last_child: null },
      ],
    })
  })

  test('has the day of each withdrawn consent', async () => {
    const { pupil } = await plant('Quittenbaum', null)
    await rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at, withdrawn_at) values
      (${pupil}, 'photo_press', '1', 'granted', 'paper', '2026-09-01', '2026-12-31T23:30:00Z'),
      (${pupil}, 'photo_website', '1', 'granted', 'paper', '2026-09-01', null)`)
    expect((await clockOf(pupil)).consents).toEqual([
      { id: expect.any(Number), purpose: 'photo_press', due_on: '2031-01-01' },
    ])
  })
})

describe('the clock of a sick note', () => {
  test('says when the remark goes and when the note, to those who see it', async () => {
    const { pupil } = await plant('Quittenbaum', null)
    const [note] = (await rowsOf(`insert into pupil_sicknote (pupil_id, date_start, date_end, source)
      values (${pupil}, '2027-01-28', '2027-01-29', 'phone') returning id`)) as { id: number }[]
    const params = { id: note?.id ?? 0 }
    const reply = await school.head.call(clockEndpoints.sicknote, { params })
    const [year] = (await rowsOf(`select date_end from schoolyear where date_end >= '2027-01-29' order by 1`)) as {
      date_end: string
    }[]
    expect(reply.json()).toEqual({
      comment_on: '2027-02-26',
      row_on: `${Number(year?.date_end.slice(0, 4)) + 1}${year?.date_end.slice(4)}`,
    })
    expect((await teacher.call(clockEndpoints.sicknote, { params })).statusCode).toBe(404)
  })
})

describe('the preview of people', () => {
  test('has withdrawn consents two weeks before the new year, not earlier', async () => {
    const { pupil } = await plant('Quittenbaum', null)
    await rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at, withdrawn_at)
      values (${pupil}, 'photo_press', '1', 'granted', 'paper', '2026-09-01', '2026-10-01T08:00:00Z')`)
    school.goTo('2029-12-17')
    expect((await preview()).due).toEqual([])
    school.goTo('2029-12-18')
    expect((await preview()).due).toEqual([
      {
        subject: 'consent',
        id: pupil,
        name: 'Quittenbaum Quittenbaum, Quittenbaum',
        ended_on: '2026-10-01',
        reason: 'consent_proof',
        action: 'delete',
        due_on: '2030-01-01',
      },
    ])
  })

  test('has closed accounts for whoever manages users, and the page of the employee says the day', async () => {
    const { app, fsw } = school
    const { schoolclass } = await plant('Quittenbaum', null)
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    const employee = await inFsw((tx) =>
      plantEmployee(tx, { school_id: fsw, schoolclass_id: schoolclass, word: 'Holunder' }),
    )
    await rowsOf(`update employee set user_id = ${id} where id = ${employee}`)
    await rowsOf(`update app_user set deactivated_at = '2026-08-31T08:00:00Z' where id = ${id}`)
    school.goTo('2027-02-13')
    expect((await preview()).due).toEqual([])
    school.goTo('2027-02-14')
    expect((await preview()).due).toMatchObject([
      {
        subject: 'user',
        id,
        name: expect.stringMatching(/^Person/),
        ended_on: '2026-08-31',
        reason: 'account',
        due_on: '2027-02-28',
      },
    ])
    const clock = await school.head.call(personRetentionEndpoints.employee.get, { params: { id: employee } })
    expect(clock.json()).toMatchObject({ entries: [], account_on: '2027-02-28' })
    const secretary = await makeUser(app, { role: 'schooladmin', schools: [fsw], may_manage_users: false })
    expect((await preview(await app.signedIn(secretary.id))).due).toEqual([])
  })
})
