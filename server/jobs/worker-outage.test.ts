import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { inTransaction, openOwnerPool } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { startTcpProxy } from '#server/test/tcp-proxy.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import type { Task } from './run-task.ts'
import { startWorker } from './worker.ts'

let database: TestDatabase
let superuser: pg.Client
beforeAll(async () => {
  database = await makeTestDatabase()
  superuser = new pg.Client({ host: database.connection.host, user: inject('superuser'), database: 'postgres' })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await database.drop()
})

/** Closes the database to new connections and ends the existing ones. */
const closeDatabase = async () => {
  const name = database.connection.database
  await superuser.query(`alter database ${name} with allow_connections false`)
  // On a busy machine a connection that was just being made is seen only now; one that stays would finish the job.
  const end = () => superuser.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await vi.waitFor(async () => expect((await end()).rowCount).toBe(0), { timeout: 10_000, interval: 5 })
}
const openDatabase = () => superuser.query(`alter database ${database.connection.database} with allow_connections true`)

const countJobs = async () =>
  (await database.owner.query('select count(*)::int as count from graphile_worker._private_jobs')).rows[0].count

test('a database that goes away under a job neither ends the process nor the work', async () => {
  const seen: number[] = []
  // The line of the first new try, while the database is still closed.
  let hearEnd = () => {}
  const ended = new Promise<void>((resolve) => {
    hearEnd = resolve
  })
  const log = {
    info: () => {},
    error: () => {},
    warn: (_what: unknown, message: string) => message === 'worker cannot begin yet' && hearEnd(),
  }
  const note: Task = async (payload) => {
    const { id } = payload as { id: number }
    seen.push(id)
    if (seen.length === 1) await closeDatabase()
  }
  const ownerPool = openOwnerPool({ ...database.connection, user: 'schulhof_owner' })
  const worker = await startWorker({ ownerPool, tasks: { note }, log: log as never, restartSeconds: 0.05 })
  await inTransaction(database.pool, (tx) => enqueue(tx, 'note', { id: 1 }))
  await ended
  await openDatabase()
  // A broken connection is only noticed when it is used.
  const enqueueSecond = () => inTransaction(database.pool, (tx) => enqueue(tx, 'note', { id: 2 }))
  await vi.waitFor(enqueueSecond, { interval: 5 })
  const isAllDone = async () => expect([seen.includes(2), await countJobs()]).toEqual([true, 0])
  await vi.waitFor(isAllDone, { timeout: 10_000, interval: 20 })
  await worker.stop()
  await ownerPool.end()
  // The first job was done, but its end could not be stored, so it runs again; unless it ended so late that it could.
  expect([
    [1, 1, 2],
    [1, 2],
  ]).toContainEqual(seen.sort())
})

test('a database that goes silent, also under a job, delays the work and loses none of it', async () => {
  const proxy = await startTcpProxy()
  const seen: number[] = []
  const note: Task = async (payload) => {
    const { id } = payload as { id: number }
    // From here on the end of the job cannot be stored.
    if (id === 2 && !seen.includes(2)) proxy.set('swallow')
    seen.push(id)
  }
  const ownerPool = openOwnerPool(
    { ...proxy.address, user: 'schulhof_owner', database: database.connection.database },
    { connectMs: 1500, statementMs: 1800, silenceMs: 2000 },
  )
  const worker = await startWorker({ ownerPool, tasks: { note }, restartSeconds: 0.05 })
  const enqueueNote = (id: number) => inTransaction(database.pool, (tx) => enqueue(tx, 'note', { id }))
  const soon = { timeout: 10_000, interval: 20 }
  await enqueueNote(1)
  await vi.waitFor(() => expect(seen).toEqual([1]), soon)
  await enqueueNote(2)
  await vi.waitFor(() => expect(seen).toContain(2), soon)
  await enqueueNote(3)
  proxy.set('pass')
  await vi.waitFor(() => expect(seen).toContain(3), soon)
  // The second job was done, but its end could not be stored: it runs again, and then all ends are stored.
  await vi.waitFor(() => expect(seen.filter((id) => id === 2).length).toBeGreaterThan(1), soon)
  await vi.waitFor(async () => expect(await countJobs()).toBe(0), soon)
  await worker.stop()
  await ownerPool.end()
  await proxy.stop()
}, 60_000)

test('the end of a process does not fail when the database is silent under a job that cannot be given back', async () => {
  const proxy = await startTcpProxy()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const ownerPool = openOwnerPool(
    { ...proxy.address, user: 'schulhof_owner', database: database.connection.database },
    { connectMs: 300, statementMs: 300, silenceMs: 400 },
  )
  const warned: string[] = []
  const log = { info: () => {}, error: () => {}, warn: (_what: unknown, message: string) => warned.push(message) }
  const slow: Task = async () => {
    begin()
    await released
  }
  const worker = await startWorker({ ownerPool, tasks: { slow }, log: log as never })
  await inTransaction(database.pool, (tx) => enqueue(tx, 'slow', {}))
  await begun
  proxy.set('swallow')
  await worker.stop(1)
  expect(warned).toContain('job not given back')
  release()
  await ownerPool.end()
  await proxy.stop()
})

test('a worker that stops while its subscription is unanswered does not end the process when the database is lost', async () => {
  const proxy = await startTcpProxy()
  const ownerPool = openOwnerPool(
    { ...proxy.address, user: 'schulhof_owner', database: database.connection.database },
    { connectMs: 300, statementMs: 300, silenceMs: 400 },
  )
  const { promise: subscribing, resolve: subscribe } = Promise.withResolvers<void>()
  ownerPool.on('connect', (client) => {
    const query = client.query.bind(client) as (...statement: unknown[]) => unknown
    client.query = ((...statement: unknown[]) => {
      if (String(statement[0]).startsWith('LISTEN')) {
        proxy.set('swallow')
        subscribe()
      }
      return query(...statement)
    }) as typeof client.query
  })
  const unhandled: unknown[] = []
  const collect = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', collect)
  const worker = await startWorker({ ownerPool, tasks: { none: async () => {} } })
  await subscribing
  await worker.stop()
  await ownerPool.end()
  // Node tells of an unhandled rejection once everything that waited for the connection has run.
  await nextTurn()
  process.off('unhandledRejection', collect)
  expect(unhandled).toEqual([])
  await proxy.stop()
})
