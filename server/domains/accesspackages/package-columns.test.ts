import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { PRIVACY_TABLES } from './shown-privacy.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { REGISTRATION_TABLES } from './shown-registration.ts'
import { LEFT_OUT_TABLES, STAFF_TABLES } from './shown-staff.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const TABLES = { ...PUPIL_TABLES, ...REGISTRATION_TABLES, ...PRIVACY_TABLES, ...STAFF_TABLES }

const readColumns = async () => {
  const { rows } = await database.owner.query<{ table: string; columns: string[] }>(
    `select table_name as table, to_json(array_agg(column_name::text order by column_name)) as columns
     from information_schema.columns where table_schema = 'public' group by 1`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** Columns by which a row belongs to somebody. */
const OWNERS = ['pupil_id', 'guardian_id', 'employee_id', 'registration_id', 'contact_id', 'user_id', 'subject_id']

test('every column about a person is in the package, or a reason says why not', async () => {
  const known = await readColumns()
  const missing = Object.entries(TABLES).flatMap(([table, { shown, leftOut }]) =>
    (known.get(table) ?? ['no such table'])
      .filter((column) => !(column in shown || column in leftOut))
      .map((column) => `${table}.${column}`),
  )
  expect(missing).toEqual([])
})

test('no column is named that the database does not have', async () => {
  const known = await readColumns()
  const stale = Object.entries(TABLES).flatMap(([table, { shown, leftOut }]) =>
    Object.keys({ ...shown, ...leftOut })
      .filter((column) => !known.get(table)?.includes(column))
      .map((column) => `${table}.${column}`),
  )
  expect(stale).toEqual([])
})

test('every table whose rows belong to a person is in the package, or a reason says why not', async () => {
  const known = await readColumns()
  const personal = [...known]
    .filter(([, columns]) => columns.some((column) => OWNERS.includes(column)))
    .map(([table]) => table)
  expect(personal.filter((table) => !(table in TABLES || table in LEFT_OUT_TABLES))).toEqual([])
})
