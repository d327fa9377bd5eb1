import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction, openOwnerPool } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import type { Task } from './run-task.ts'
import { startWorker } from './worker.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await makeTestDatabase()
})
afterEach(() => database.drop())

/** A promise that the test settles from outside. */
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
/** Starts and stops a worker like serve.ts, with separate connections. */
const start = async (tasks: Record<string, Task>, isAlone = false, atStart: readonly string[] = []) => {
  const ownerPool = openOwnerPool({ ...database.connection, user: 'schulhof_owner' })
  const worker = await startWorker({ ownerPool, tasks, isAlone, atStart })
  const stop = async () => {
    await worker.stop()
    await ownerPool.end()
  }
  return { stop, giveUp: () => worker.stop(1) }
}
const countJobs = async () => {
  const { rows } = await database.owner.query('select count(*)::int as count from graphile_worker._private_jobs')
  return rows[0].count as number
}

describe('a job', () => {
  test('handed over by the application’s role is run when its transaction commits', async () => {
    const { opened: done, open: finish } = gate()
    const seen: unknown[] = []
    const worker = await start({
      async note(payload) {
        seen.push(payload)
        finish()
      },
    })
    await inTransaction(database.pool, async (tx) => {
      await enqueue(tx, 'note', { id: 1 })
      throw new Error('no')
    }).catch(() => {})
    await inTransaction(database.pool, (tx) => enqueue(tx, 'note', { id: 2 }))
    await done
    await worker.stop()
    expect(seen).toEqual([{ id: 2 }])
    expect(await countJobs()).toBe(0)
  })

  test('that fails is kept and tried again', async () => {
    let tries = 0
    const { opened: first, open: failed } = gate()
    const { opened: second, open: done } = gate()
    const fail = async () => {
      tries += 1
      if (tries === 2) return done()
      failed()
      throw new Error('not now')
    }
    const worker = await start({ fail })
    await inTransaction(database.pool, (tx) => enqueue(tx, 'fail', {}))
    await first
    await worker.stop()
    expect(await countJobs()).toBe(1)
    await database.owner.query("update graphile_worker._private_jobs set run_at = now() - interval '1 minute'")
    const again = await start({ fail })
    await second
    await again.stop()
    expect(await countJobs()).toBe(0)
  })

  test('that outlasts the end of the process is given back, and run by another one', async () => {
    const { opened: begun, open: begin } = gate()
    const { opened: released, open: release } = gate()
    let isBegun = false
    const worker = await start({
      async note() {
        // A query for jobs that was already sent may still return one.
        if (isBegun) throw new Error('ending')
        isBegun = true
        begin()
        await released
      },
    })
    await inTransaction(database.pool, (tx) => enqueue(tx, 'note', {}))
    await begun
    await worker.giveUp()
    const { opened: done, open: finish } = gate()
    const other = await start({ note: async () => finish() })
    await done
    await other.stop()
    release()
    await worker.stop()
  })

  test('under way is waited for when the worker stops', async () => {
    const { opened: begun, open: begin } = gate()
    const { opened: allowed, open: allow } = gate()
    let isDone = false
    const worker = await start({
      async slow() {
        begin()
        await allowed
        isDone = true
      },
    })
    await inTransaction(database.pool, (tx) => enqueue(tx, 'slow', {}))
    await begun
    const stopped = worker.stop()
    allow()
    await stopped
    expect(isDone).toBe(true)
    expect(await countJobs()).toBe(0)
  })

  test('of an unknown kind waits for a worker that knows it', async () => {
    await inTransaction(database.pool, (tx) => enqueue(tx, 'send_mail', {}))
    const { opened: done, open: finish } = gate()
    const ignorant = await start({ other: async () => finish() })
    await inTransaction(database.pool, (tx) => enqueue(tx, 'other', {}))
    await done
    await ignorant.stop()
    expect(await countJobs()).toBe(1)
  })

  test('a killed process had begun is taken up at once by the only other, and left alone beside others', async () => {
    await inTransaction(database.pool, (tx) => enqueue(tx, 'note', { id: 1 }))
    await database.owner.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1",
    )
    await inTransaction(database.pool, (tx) => enqueue(tx, 'note', { id: 2 }))
    const seen: unknown[] = []
    const { opened: done, open: finish } = gate()
    const note: Task = async (payload) => {
      seen.push((payload as { id: number }).id)
      finish()
    }
    const beside = await start({ note })
    await done
    await beside.stop()
    expect(seen).toEqual([2])
    const { opened: again, open: finishAgain } = gate()
    const alone = await start({ note: async (payload) => note(payload).then(finishAgain) }, true)
    await again
    await alone.stop()
    expect(seen).toEqual([2, 1])
    expect(await countJobs()).toBe(0)
  })

  test('at the start is run once now, also when the last process did not come to it', async () => {
    const sleeping = await start({ other: async () => {} }, false, ['turn'])
    await sleeping.stop()
    expect(await countJobs()).toBe(1)
    let runs = 0
    const { opened: done, open: finish } = gate()
    const turn = async () => {
      runs += 1
      finish()
    }
    const worker = await start({ turn }, false, ['turn'])
    await done
    // The row is deleted after the task has returned.
    await expect.poll(countJobs).toBe(0)
    await worker.stop()
    expect([runs, await countJobs()]).toEqual([1, 0])
  })
})
