import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { compiledOnce } from './compiled-once.ts'
import { inTransaction, type Queries } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const run = <T>(work: (tx: Queries) => Promise<T>) => inTransaction(database.pool, work, { isReadOnly: true })

test('a statement is built once for each shape and run with the values of each call', async () => {
  let built = 0
  const sums = compiledOnce((_tx: Queries, { isTwice }: { isTwice: boolean }, { of }: { of: number }) => {
    built += 1
    const sum = sql<{ sum: number }>`select ${of}::int + ${isTwice ? of : 1}::int as sum`
    return { compile: () => sum.compile(_tx) }
  })
  const ask = (isTwice: boolean, of: number) => run(async (tx) => (await sums(tx, { isTwice }, { of }))[0]?.sum)
  expect([await ask(true, 2), await ask(true, 5), await ask(false, 5), await ask(false, 6)]).toEqual([4, 10, 6, 7])
  expect(built).toBe(2)
})

test('a list of values has a parameter for each, and lists of other lengths use other statements', async () => {
  let built = 0
  const joined = compiledOnce((tx: Queries, _shape: null, { of }: { of: string[] }) => {
    built += 1
    const made = sql<{ all: string }>`select concat(${sql.join(of.map((one) => sql`${one}::text`))}) as all`
    return { compile: () => made.compile(tx) }
  })
  const ask = (of: string[]) => run(async (tx) => (await joined(tx, null, { of }))[0]?.all)
  expect([await ask(['a', 'b']), await ask(['c', 'd']), await ask(['e'])]).toEqual(['ab', 'cd', 'e'])
  expect(built).toBe(2)
})

test.each<[string, (value: string) => unknown]>([
  ['put into a text', (value) => `% ${value}%`],
  ['compared', (value) => value < 'b'],
  ['written as JSON', (value) => JSON.stringify({ value })],
])('a value that is %s while its statement is built fails at once', async (_how, read) => {
  const query = compiledOnce((tx: Queries, _shape: null, { value }: { value: string }) => {
    const made = sql`select ${read(value)}`
    return { compile: () => made.compile(tx) }
  })
  await expect(run((tx) => query(tx, null, { value: 'a' }))).rejects.toThrow(/belongs to its shape/)
})
