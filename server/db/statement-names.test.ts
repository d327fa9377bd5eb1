import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { inTransaction, openPool, type Pool } from './database.ts'
import { StatementNames } from './statement-names.ts'

const sequence = (length: number) => Array.from({ length }, (_, n) => `text ${n}`)

test('the first texts have names of their own, the next one has none', () => {
  const names = new StatementNames(3)
  const given = sequence(4).map((text) => names.nameOf(text))
  expect(new Set(given).size).toBe(4)
  expect(given[3]).toBeUndefined()
  expect(sequence(4).map((text) => names.nameOf(text))).toEqual(given)
})

test('a text that is used more gets a new name, and one that is used seldom loses its own', () => {
  const names = new StatementNames(3)
  const early = sequence(3).map((text) => names.nameOf(text) ?? '')
  const given = Array.from({ length: 6 }, () => names.nameOf('list'))
  expect(given.slice(0, 2)).toEqual([undefined, undefined])
  expect(given[5]).toMatch(/^q\d+$/)
  expect(early).not.toContain(given[5])
  expect(early.filter((name) => names.isRetired(name)).length).toBe(1)
  expect(names.retired).toBe(1)
  expect(
    sequence(3)
      .map((text) => names.nameOf(text))
      .filter((name) => name === undefined).length,
  ).toBe(1)
})

test('what is used all the time keeps its name while a thousand others pass by, each a few times', () => {
  const names = new StatementNames(3)
  for (let n = 0; n < 20; n += 1) names.nameOf('list')
  const name = names.nameOf('list')
  for (const text of sequence(1000)) {
    for (let n = 0; n < 3; n += 1) names.nameOf(text)
    expect(names.nameOf('list')).toBe(name)
  }
})

test('what was used much long ago gives way', () => {
  const names = new StatementNames(1)
  for (let n = 0; n < 19_000; n += 1) names.nameOf('morning')
  for (let n = 0; n < 22_000; n += 1) names.nameOf('noon')
  expect(names.nameOf('noon')).toBeDefined()
  expect(names.nameOf('morning')).toBeUndefined()
})

test('a very long text has no name', () => {
  const names = new StatementNames(3)
  expect(names.nameOf(`select ${'1'.repeat(20_000)}`)).toBeUndefined()
})

test('names of others are never retired', () => {
  const names = new StatementNames(1)
  expect(['begin', 'commit', 'find strong role', 'query'].filter((name) => names.isRetired(name))).toEqual([])
})

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await makeTestDatabase()
  pool = openPool({ ...database.connection, user: 'schulhof_app', max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const ask = (text: string, times = 1) =>
  inTransaction(
    pool,
    async (tx) => {
      for (let n = 0; n < times; n += 1) await sql.raw(text).execute(tx)
    },
    { isReadOnly: true },
  )
const prepared = async () =>
  (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows.map(
    ({ statement }) => statement,
  )

test('a connection forgets what has lost its name, and keeps what is used', async () => {
  for (let n = 0; n < 200; n += 1) await ask(`select ${n} as early`)
  expect((await prepared()).filter((text) => text.includes('early')).length).toBeGreaterThan(150)
  for (let n = 0; n < 300; n += 1) await ask(`select ${n} as late`, 8)
  await ask('select 1 as used', 100)
  await ask('select 2 as other')
  const known = await prepared()
  expect(known).toContain('select 1 as used')
  expect(known.filter((text) => text.includes('late')).length).toBeGreaterThan(100)
  // 200 names, 32 that are not dropped yet, and the few fixed ones of every connection.
  expect(known.length).toBeLessThan(200 + 32 + 10)
  // What was dropped is still answered, and prepared anew when it is used again.
  await ask('select 0 as early', 100)
  expect(await prepared()).toContain('select 0 as early')
})
