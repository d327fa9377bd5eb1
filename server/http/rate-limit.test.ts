import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { type Limit, openLimits } from './rate-limit.ts'

const TRIES: Limit = { name: 'tries', points: 5, seconds: 60 }

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const open = () => openLimits(database.pool, [{ id: 'k', bytes: randomBytes(32) }])

test('of forty at the same moment five pass; the others hear how long to wait', async () => {
  const limits = open()
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => limits.use(TRIES, 'a')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  expect(refused.reason).toMatchObject({ status: 429 })
  expect(refused.reason.retryAfterSeconds).toBeGreaterThan(0)
})

test('what is given back can be used again, and others are not touched', async () => {
  const limits = open()
  for (let i = 0; i < 5; i++) await limits.use(TRIES, 'b')
  await limits.giveBack(TRIES, 'b')
  await limits.use(TRIES, 'b')
  await expect(limits.use(TRIES, 'b')).rejects.toMatchObject({ status: 429 })
  await limits.use(TRIES, 'c')
})

test('counters are shared by processes that have the same key, and their keys are no addresses', async () => {
  const keys = [{ id: 'k', bytes: randomBytes(32) }] as const
  const [one, two] = [openLimits(database.pool, keys), openLimits(database.pool, keys)]
  for (let i = 0; i < 5; i++) await (i % 2 ? one : two).use(TRIES, '192.0.2.7')
  await expect(two.use(TRIES, '192.0.2.7')).rejects.toMatchObject({ status: 429 })
  const { rows } = await database.owner.query('select key from rate_limit')
  expect(rows.some(({ key }) => key.includes('192.0.2'))).toBe(false)
})
