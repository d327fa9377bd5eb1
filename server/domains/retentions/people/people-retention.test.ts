import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { tidySicknotes } from '#server/domains/absences/tidy-sicknotes.ts'
import { EMPLOYEE_COLUMNS } from '#server/domains/employees/employees.erasure.shared.queries.ts'
import { PUPIL_COLUMNS } from '#server/domains/pupils/pupils.erasure.shared.queries.ts'
import { insideSchool } from '#server/test/factories.ts'
import { plantConfidential } from '#server/test/planted-confidential.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { tablesNaming } from '#server/test/tables-naming.ts'

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
  await inFsw(async (tx) => {
    for (const table of ['saved_view', 'pupil', 'guardian', 'schoolclass_employee', 'employee', 'pupil_statistic'])
      await sql`delete from ${sql.table(table)}`.execute(tx)
  })
})

/** A pupil with a family, class, notes and a link, whose rows all carry the word; left on the day. */
const plantLeaver = (word: string, date_exit: string) =>
  inFsw(async (tx) => {
    const planted = await plantPeople(tx, { school_id: school.fsw, word, keys: school.app.platform.keys })
    await tx.updateTable('pupil').set({ status: 'left', date_exit }).where('id', '=', planted.pupil).execute()
    return planted
  })

const nightsAround = async (due: string) => {
  await school.nightOf(addDays(due, -14))
  await school.nightOf(addDays(due, -1))
  const before = await rowsOf('select subject, action from erasure')
  await school.nightOf(due)
  return before.length
}

describe('pupils who left', () => {
  test('contacts, family and notes go a year after the school year of the exit, not a day before', async () => {
    const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
    expect(await nightsAround('2028-07-31')).toBe(0)
    expect(await rowsOf('select id from guardian')).toEqual([])
    expect(
      await rowsOf('select street, city, mail, note, previous_city, reduced_on, field_changes from pupil'),
    ).toEqual([
      {
        street: null,
        city: null,
        mail: null,
        note: null,
        previous_city: null,
        reduced_on: '2028-07-31',
        field_changes: {},
      },
    ])
    expect(await rowsOf('select subject, subject_id, rule, action from erasure order by id')).toEqual([
      expect.objectContaining({ subject: 'guardian', rule: 'contacts', action: 'delete' }),
      expect.objectContaining({ subject: 'contact_person', rule: 'contacts', action: 'delete' }),
      { subject: 'pupil', subject_id: pupil, rule: 'contacts', action: 'reduce' },
    ])
  })

  test('class D and granted consents go with the contacts, and the proof of a withdrawn one stays', async () => {
    const place = { school_id: school.fsw, word: 'Quittenbaum', keys: school.app.platform.keys }
    const leaver = await plantLeaver('Quittenbaum', '2027-01-15')
    const other = await plantLeaver('Holunder', '2027-08-15')
    for (const people of [leaver, other]) await inFsw((tx) => plantConfidential(tx, { ...place, ...people }))
    await rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at)
      select id, 'photo_press', '1', 'granted', 'paper', '2026-11-20' from pupil`)
    const left = async () => [
      await rowsOf('select pupil_id from pupil_sensitive group by 1'),
      await rowsOf('select pupil_id, purpose from consent order by pupil_id, id'),
    ]
    const [leaverId, otherId] = [{ pupil_id: leaver.pupil }, { pupil_id: other.pupil }]
    expect(await left()).toEqual([
      expect.arrayContaining([leaverId, otherId]),
      [leaverId, leaverId, otherId, otherId].map((row) => expect.objectContaining(row)),
    ])
    await nightsAround('2028-07-31')
    expect(await left()).toEqual([
      [otherId],
      [
        { ...leaverId, purpose: 'photo_website' },
        { ...otherId, purpose: 'photo_website' },
        { ...otherId, purpose: 'photo_press' },
      ],
    ])
  })

  test('closed counts of absences go with the contacts, and old notes do not bring them back', async () => {
    const { pupil, activeYear } = await plantLeaver('Quittenbaum', '2027-01-15')
    await rowsOf(`insert into absence_count (pupil_id, school_year_id, half, days_excused, days_unexcused, days_open,
      lessons_excused, lessons_unexcused, lessons_open) values (${pupil}, ${activeYear}, 1, 3, 0, 0, 0, 0, 0)`)
    await rowsOf(`insert into pupil_sicknote (pupil_id, date_start, date_end, source) values
      (${pupil}, '2026-11-19', '2026-11-20', 'phone')`)
    await rowsOf(`insert into school_setting (school_id, key, setting_value)
      values (${school.fsw}, 'RETENTION_SETTINGS', '{"sicknote_years": 5}')
      on conflict (school_id, key) do update set setting_value = excluded.setting_value`)
    await nightsAround('2028-07-31')
    expect(await rowsOf('select id from absence_count')).toEqual([])
    school.goTo('2032-08-01')
    await tidySicknotes(school.app.platform)({})
    expect(await rowsOf('select id from pupil_sicknote union all select id from absence_count')).toEqual([])
    await rowsOf(`delete from school_setting where key = 'RETENTION_SETTINGS'`)
  })

  test('every column of a reduced pupil is proof, number or empty', async () => {
    await plantLeaver('Quittenbaum', '2027-01-15')
    await nightsAround('2028-07-31')
    const [row = {}] = (await rowsOf('select * from pupil')) as Record<string, unknown>[]
    const named = Object.entries(row).flatMap(([column, value]) =>
      String(value).toLowerCase().includes('quittenbaum') ? [column] : [],
    )
    expect(named.sort()).toEqual([
      'birthname',
      'birthplace',
      'firstname',
      'firstnames_all',
      'lastname',
      'lastname_prefix',
      'pupil_number',
      'search_name',
    ])
  })

  test.each([
    ['pupil', PUPIL_COLUMNS],
    ['employee', EMPLOYEE_COLUMNS],
  ])('every column of %s is proof, erased or bookkeeping, also a new one', async (table, { proof, erased }) => {
    const rows = (await rowsOf(`select column_name from information_schema.columns
      where table_schema = 'public' and table_name = '${table}' and column_name <> all('{id,school_id,version,field_changes,
        created_at,updated_at,deleted_at,reduced_on,search_name,search_contact,pupil_number,active}') order by 1`)) as {
      column_name: string
    }[]
    expect(rows.map(({ column_name }) => column_name)).toEqual(
      [...proof, ...erased].filter((column) => !['pupil_number', 'active'].includes(column)).sort(),
    )
  })

  test('after the proof no table names the child, and numbers by year, grade and gender remain', async () => {
    await plantLeaver('Quittenbaum', '2027-01-15')
    await nightsAround('2028-07-31')
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toContain('public.pupil')
    expect(await nightsAround('2037-07-31')).toBe(3)
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual([])
    expect(await rowsOf('select grade, gender, count from pupil_statistic')).toEqual([
      { grade: expect.any(Number), gender: 'f', count: 1 },
    ])
  })

  test('a guardian of two children goes with the last one', async () => {
    const first = await plantLeaver('Quittenbaum', '2027-01-15')
    const second = await plantLeaver('Holunder', '2028-01-15')
    await rowsOf(`update pupil_guardian set guardian_id = ${first.guardian} where pupil_id = ${second.pupil}`)
    await rowsOf(`delete from guardian where id = ${second.guardian}`)
    await nightsAround('2028-07-31')
    expect(await rowsOf('select id from guardian')).toEqual([{ id: first.guardian }])
    await nightsAround('2029-07-31')
    expect(await rowsOf('select id from guardian')).toEqual([])
  })

  test('a hold keeps everything until it is over, and then the preview comes first', async () => {
    const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
    await rowsOf(`insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2028-09-30')`)
    expect(await nightsAround('2028-07-31')).toBe(0)
    expect(await rowsOf('select id from guardian')).toHaveLength(1)
    await school.nightOf('2028-10-01')
    await school.nightOf('2028-10-14')
    expect(await rowsOf('select id from guardian')).toHaveLength(1)
    await school.nightOf('2028-10-15')
    expect(await rowsOf('select id from guardian')).toEqual([])
  })

  test('a hold that is being entered while the night runs is waited for, and keeps the pupil', async () => {
    const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
    await school.nightOf('2028-07-17')
    school.goTo('2028-07-31')
    const head = await school.app.database.owner.connect()
    await head.query('begin')
    await head.query(`select set_config('app.school_id', $1, true)`, [String(school.fsw)])
    await head.query('select id from pupil where id = $1 for update', [pupil])
    await head.query(
      `insert into retention_hold (school_id, pupil_id, reason, until) values ($1, $2, 'Verfahren', '2028-09-30')`,
      [school.fsw, pupil],
    )
    const night = school.run()
    // In pg_locks a transaction that is waited for has no database, only its own number.
    const waiting = 'select 1 from pg_locks where not granted and transactionid = pg_current_xact_id()::xid'
    await expect.poll(async () => (await head.query(waiting)).rowCount).toBeGreaterThan(0)
    await head.query('commit')
    head.release()
    await night
    expect(await rowsOf('select reduced_on from pupil')).toEqual([{ reduced_on: null }])
    expect(await rowsOf('select id from guardian')).toHaveLength(1)
  })

  test('the log of mails to the family still says that there were some, but not to whom', async () => {
    const { guardian } = await plantLeaver('Quittenbaum', '2027-01-15')
    await rowsOf(`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id, error)
      values ('sicknote_report', 'q***@example.org', '\\x01', 'guardian', ${guardian}, 'q@example.org')`)
    await nightsAround('2028-07-31')
    expect(await rowsOf('select recipient_masked, length(recipient_hash) as hash, error from mail_log')).toEqual([
      { recipient_masked: '***', hash: 0, error: null },
    ])
    await rowsOf('delete from mail_log')
  })

  test('whoever comes back before the day keeps everything, and whoever comes back later begins anew', async () => {
    const { pupil } = await plantLeaver('Quittenbaum', '2027-01-15')
    await school.nightOf('2028-07-17')
    await rowsOf(`update pupil set date_exit = null, status = 'active' where id = ${pupil}`)
    await school.nightOf('2028-07-31')
    expect(await rowsOf('select id from guardian')).toHaveLength(1)
    await rowsOf(`update pupil set date_exit = '2028-07-31', status = 'left' where id = ${pupil}`)
    await nightsAround('2029-07-31')
    await rowsOf(`update pupil set date_exit = null, status = 'active' where id = ${pupil}`)
    expect(await rowsOf('select reduced_on from pupil')).toEqual([{ reduced_on: null }])
  })

  test('a second run in the same night does nothing more', async () => {
    await plantLeaver('Quittenbaum', '2027-01-15')
    await nightsAround('2028-07-31')
    const [before] = (await rowsOf('select version from pupil')) as { version: number }[]
    await school.run()
    expect(await rowsOf('select version from pupil')).toEqual([before])
    expect(await rowsOf('select id from erasure')).toHaveLength(3)
  })
})

describe('employees who left', () => {
  test('only name, work and classes remain after the months, nothing after the years', async () => {
    const { schoolclass } = await plantLeaver('Quittenbaum', '2027-01-15')
    const id = await inFsw((tx) =>
      plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Holunder' }),
    )
    await rowsOf(`update employee set date_exit = '2026-08-31', active = false where id = ${id}`)
    expect(await nightsAround('2027-02-28')).toBe(0)
    expect(await rowsOf('select firstname, mail, phone, note, reduced_on from employee')).toEqual([
      { firstname: 'Holunder', mail: null, phone: null, note: null, reduced_on: '2027-02-28' },
    ])
    expect(await rowsOf('select id from schoolclass_employee')).toHaveLength(1)
    await nightsAround('2036-08-31')
    expect(await tablesNaming(school.app, school.fsw, 'Holunder')).toEqual([])
  })
})

test('whoever left so long ago that both periods are over is deleted, and stops nobody else’s night', async () => {
  const { pupil, schoolclass } = await plantLeaver('Quittenbaum', '2027-01-15')
  await plantLeaver('Holunder', '2039-01-15')
  const employee = await inFsw((tx) =>
    plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Mirabelle' }),
  )
  await rowsOf(`update employee set date_exit = '2027-08-31', active = false where id = ${employee}`)
  await school.nightOf('2040-07-17')
  expect((await rowsOf('select reason from retention_notice order by reason')) as object[]).toEqual([
    { reason: 'contacts' },
    { reason: 'employee' },
    { reason: 'proof' },
  ])
  await school.nightOf('2040-07-31')
  expect(await rowsOf(`select id from pupil where id = ${pupil}`)).toEqual([])
  expect(await rowsOf(`select id from employee where id = ${employee}`)).toEqual([])
  expect(await rowsOf('select reduced_on from pupil')).toEqual([{ reduced_on: '2040-07-31' }])
})

test('the proof of a withdrawn consent goes three years after the end of its year', async () => {
  const { pupil } = await plantLeaver('Quittenbaum', '2031-01-15')
  await rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at, withdrawn_at) values
    (${pupil}, 'photo_press', '1', 'granted', 'paper', '2026-09-01', '2026-12-31T22:30:00Z'),
    (${pupil}, 'photo_website', '1', 'granted', 'paper', '2026-09-01', '2026-12-31T23:30:00Z')`)
  await school.nightOf('2029-12-18')
  await school.nightOf('2029-12-31')
  expect(await rowsOf('select purpose from consent')).toHaveLength(2)
  await school.nightOf('2030-01-01')
  expect(await rowsOf('select purpose from consent')).toEqual([{ purpose: 'photo_website' }])
})
