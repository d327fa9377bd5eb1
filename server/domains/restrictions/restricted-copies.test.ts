import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { type ConfidentialSchool, openConfidentialSchool } from '#server/test/confidential-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'

describe('an import of the same day', () => {
  let school: ImportSchool
  beforeAll(async () => {
    school = await openImportSchool()
  })
  afterAll(() => school.app.stop())

  const idOf = (table: 'pupil' | 'guardian', lastname: string) =>
    insideSchool(school.app, school.fsw, async (tx) => {
      const { rows } = await sql<{
        id: number
      }>`select id from ${sql.table(table)} where lastname = ${lastname}`.execute(tx)
      return rows[0]?.id ?? 0
    })

  test('keeps no row of a child who is restricted, nor of the child of a restricted guardian', async () => {
    const head =
      'Nachname;Vorname;Geschlecht;Geburtsdatum;Klassenstufe;Sorgeberechtigte 1 Nachname;Sorgeberechtigte 1 Vorname\n'
    const rows = [
      'Wisent;Mia;w;05.10.2019;1;Wisent;Ute',
      'Anders;Tim;m;06.10.2019;1;Anders;Uwe',
      'Elch;Jan;m;07.10.2019;1;Elchmutter;Ina',
    ]
    const { id } = await school.importText(`${head}${rows.join('\n')}\n`)
    await insideSchool(school.app, school.fsw, async (tx) => {
      await sql`insert into guardian (firstname, lastname) values ('Ina', 'Elchtante')`.execute(tx)
      await sql`insert into pupil_guardian (pupil_id, guardian_id, relationship, has_custody)
        select p.id, g.id, 'other', false from pupil p, guardian g where p.lastname = 'Elch' and g.lastname = 'Elchtante'`.execute(
        tx,
      )
    })
    const calls = restrictionsOf(school.head)
    await calls.restrict('pupil', await idOf('pupil', 'Wisent'))
    await calls.restrict('guardian', await idOf('guardian', 'Elchtante'))
    const account = await makeUser(school.app, {
      role: 'schooladmin',
      schools: [school.fsw],
      may_view_sensitive: false,
    })
    const secretary = await school.app.signedIn(account.id)
    const reply = await secretary.call(pupilImportEndpoints.rows, { params: { id }, query: { per_page: 0 } })
    expect(reply.statusCode).toBe(200)
    expect(['Wisent', 'Anders', 'Elch'].filter((word) => reply.body.includes(word))).toEqual(['Anders'])
  })
})

describe('a restricted employee', () => {
  let school: ConfidentialSchool
  beforeAll(async () => {
    school = await openConfidentialSchool()
  })
  afterAll(() => school.app.stop())

  test('still works with the own classes, and nobody else sees this person', async () => {
    const total = async () => (await school.teacher.call(pupilEndpoints.list, { query: {} })).json().total as number
    const [before] = [await total()]
    const employees = await insideSchool(school.app, school.fsw, async (tx) => {
      const { rows } = await sql<{ id: number }>`select distinct e.id from employee e
        join schoolclass_employee s on s.school_id = e.school_id and s.employee_id = e.id`.execute(tx)
      return rows
    })
    const calls = restrictionsOf(school.head)
    for (const { id } of employees) await calls.restrict('employee', id)
    expect([before, await total()]).toEqual([1, 1])
    const seen = await insideSchool(school.app, school.fsw, async (tx) => {
      const { rows } = await sql`select from schoolclass_employee`.execute(tx)
      return rows.length
    })
    expect(seen).toBe(0)
    for (const { id } of employees) await calls.release('employee', id)
  })
})

describe('a restricted pupil who comes of age', () => {
  let school: ConfidentialSchool
  beforeAll(async () => {
    school = await openConfidentialSchool()
  })
  afterAll(() => school.app.stop())

  test('gets an own link as soon as the restriction is lifted', async () => {
    const calls = restrictionsOf(school.head)
    const queued = async () => {
      const jobs = `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'rotate_links_of_age'`
      return (await school.app.database.owner.query(jobs)).rows[0].n as number
    }
    await calls.restrict('pupil', school.mia)
    const before = await queued()
    await calls.release('pupil', school.mia)
    expect(await queued()).toBe(before + 1)
  })
})
