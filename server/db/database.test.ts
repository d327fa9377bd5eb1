import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { inTransaction, openPool } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await makeTestDatabase()
})
afterAll(() => database.drop())

const insertUser = (name: string) => sql`insert into app_user (name, email) values (${name}, ${`${name}@example.org`})`
const countUsers = async () => (await database.owner.query('select count(*)::int as n from app_user')).rows[0].n

test('a read-only transaction refuses to write', async () => {
  const work = inTransaction(database.pool, (tx) => insertUser('lesend').execute(tx), { isReadOnly: true })
  await expect(work).rejects.toThrow(/read-only transaction/)
  expect(await countUsers()).toBe(0)
})

test('after a statement that failed and was caught, the commit fails', async () => {
  const work = inTransaction(database.pool, async (tx) => {
    await insertUser('halb').execute(tx)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(work).rejects.toThrow(/rolled back/)
  expect(await countUsers()).toBe(0)
})

test('after a read-only transaction the connection serves the next one, also many at once', async () => {
  const read = () =>
    inTransaction(database.pool, (tx) => sql<{ n: number }>`select 1 as n`.execute(tx), { isReadOnly: true })
  const replies = await Promise.all(Array.from({ length: 200 }, read))
  expect(replies.every(({ rows }) => rows[0]?.n === 1)).toBe(true)
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
})

test('days stay text, instants are ISO 8601 in UTC, counts are numbers', async () => {
  const { rows } = await database.pool.query(
    `select date '2026-01-01' as day, timestamptz '2026-11-20 07:40:00.5+01' as instant, count(*) as n from app_user`,
  )
  expect(rows).toEqual([{ day: '2026-01-01', instant: '2026-11-20T06:40:00.5Z', n: 0 }])
})

test('a statement on a connection after a read-only transaction runs outside of it', async () => {
  const pool = openPool({ ...database.connection, user: 'schulhof_app', max: 1 })
  const read = () => inTransaction(pool, (tx) => sql`select id from school`.execute(tx), { isReadOnly: true })
  await read()
  expect((await pool.query(`select current_setting('transaction_read_only') as it`)).rows[0].it).toBe('off')
  await read()
  expect(await inTransaction(pool, (tx) => insertUser('danach').execute(tx))).toBeTruthy()
  await read()
  // The transaction does not stay open either: otherwise this statement would wait for its locks.
  await database.owner.query(
    `begin; set local lock_timeout = '3s'; lock table school in access exclusive mode; rollback`,
  )
  await pool.end()
})

test('the opening statement is executed before the work, also on a fresh connection', async () => {
  const pool = openPool({ ...database.connection, user: 'schulhof_app', max: 8 })
  const opening = { text: `select set_config('app.school_id', $1, true) as bound`, values: ['7'] }
  const both = () =>
    inTransaction(
      pool,
      async (tx, opened) => {
        const { rows } = await sql<{ it: string }>`select current_setting('app.school_id') as it`.execute(tx)
        const [first] = (await opened) as { bound: string }[]
        return [rows[0]?.it, first?.bound]
      },
      { isReadOnly: true, opening },
    )
  expect(await Promise.all(Array.from({ length: 8 }, both))).toEqual(Array(8).fill(['7', '7']))
  await pool.end()
})

test('a connection is replaced when its life is over, also in the middle of work, and nobody notices', async () => {
  const pool = openPool({ ...database.connection, user: 'schulhof_app', max: 2, maxLifetimeSeconds: 0.1 })
  const pids = new Set<number>()
  const until = Date.now() + 600
  const work = async () => {
    while (Date.now() < until) {
      const { rows } = await inTransaction(
        pool,
        (tx) => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.03)`.execute(tx),
        { isReadOnly: Date.now() % 2 === 0 },
      )
      pids.add(rows[0]?.pid ?? 0)
    }
  }
  await Promise.all([work(), work(), work()])
  expect(pids.size).toBeGreaterThan(4)
  expect(pool.totalCount).toBeLessThanOrEqual(2)
  await pool.end()
})
