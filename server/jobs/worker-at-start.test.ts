import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOwnerPool } from '#server/db/database.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { startWorker } from './worker.ts'

let database: TestDatabase
let runs: string[]
beforeEach(async () => {
  database = await makeTestDatabase()
  runs = []
})
afterEach(() => database.drop())

/** A process that starts, does what is to do and ends; the log of runs is written before `drain` sees the queue empty. */
async function startOnce(turn: () => Promise<void> = async () => void runs.push('turn')) {
  const ownerPool = openOwnerPool({ ...database.connection, user: 'schulhof_owner' })
  const tasks = { turn, resume: async () => void runs.push('resume') }
  const worker = await startWorker({ ownerPool, tasks, atStart: ['turn', 'resume'], onceADay: ['turn'] })
  await expect
    .poll(async () => {
      const { rows } = await database.owner.query(
        'select count(*)::int as count from graphile_worker._private_jobs where attempts = 0 or locked_at is not null',
      )
      return rows[0].count
    })
    .toBe(0)
  await worker.stop()
  await ownerPool.end()
}
const finishedAt = (when: string) =>
  database.owner.query(`update task_run set finished_at = ${when} where task = 'turn'`)

test('a process that starts again on the same day does not turn it again', async () => {
  await startOnce()
  await startOnce()
  expect(runs.sort()).toEqual(['resume', 'resume', 'turn'])
})

test('on the next day in Berlin it does', async () => {
  await startOnce()
  await finishedAt(`date_trunc('day', now(), 'Europe/Berlin') - interval '1 second'`)
  await startOnce()
  await finishedAt(`date_trunc('day', now(), 'Europe/Berlin')`)
  await startOnce()
  expect(runs.filter((run) => run === 'turn')).toHaveLength(2)
})

test('what failed is done again', async () => {
  await startOnce(() => Promise.reject(new Error('no')))
  await startOnce()
  expect(runs.filter((run) => run === 'turn')).toHaveLength(1)
})
