import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAsOwner } from '#server/db/watched-client.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { makeSchool } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { readCatalogue } from './table-catalogue.ts'
import { applyCopySettings, readRows } from './table-rows.ts'

let app: TestApp
let first: number
let second: number
beforeAll(async () => {
  app = await startTestApp()
  first = await makeSchool(app, 'fsw')
  second = await makeSchool(app, 'fow')
})
afterAll(() => app.stop())

/** The text of a table, and how many statements it took. */
async function readTable(name: string, schoolIds: readonly number[]) {
  const client = await connectAsOwner({ ...app.database.connection, user: 'schulhof_owner' })
  await applyCopySettings(client)
  const table = (await readCatalogue(client)).find((one) => one.name === name)
  if (!table) throw new Error(`No table ${name}.`)
  await client.query('begin isolation level repeatable read read only')
  let statements = 0
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, {
    query: (...args: unknown[]) => {
      statements += 1
      return query(...args)
    },
  })
  const chunks: Buffer[] = []
  for await (const chunk of readRows(client, table, schoolIds)) chunks.push(chunk)
  await client.end()
  return { lines: Buffer.concat(chunks).toString().trimEnd().split('\n'), statements }
}

test('a table of a thousand schools is read in a few statements, school by school and sorted', async () => {
  const pupils = []
  for (const school of [second, first, second]) pupils.push([school, await makePupil(app, school)])
  const others = Array.from({ length: 998 }, (_, index) => 100_000 + index)
  const { lines, statements } = await readTable('pupil', [first, second, ...others])
  const expected = pupils.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
  expect(lines.map((line) => line.split('\t').slice(0, 2).map(Number))).toEqual(expected)
  expect(statements).toBeLessThanOrEqual(12)
})

test('rows of the log that belong to no school come last', async () => {
  await app.database.owner.query(`select log_entry('school', null, 'school_looked_at', '{}', true)`)
  await makePupil(app, first)
  const { lines } = await readTable('user_log', [first])
  expect(lines.length).toBeGreaterThan(1)
  const schools = lines.map((line) => line.split('\t')[1])
  expect(schools.at(-1)).toBe('\\N')
  expect(schools.indexOf('\\N')).toBe(schools.lastIndexOf(String(first)) + 1)
})
