import { Logger, runOnce } from 'graphile-worker'
import { vi } from 'vitest'
import { toTaskList } from '#server/jobs/run-task.ts'
import { openTransport } from '#server/mail/transport.ts'
import { tasksOf } from '#server/tasks.ts'
import { startMailServer } from './mail-server.ts'
import type { TestApp } from './test-app.ts'

const SENDER = 'Schulhof <schulhof@example.org>'

/** The real outbox, worker and SMTP of a test app; mails are sent when the test says so. */
export async function openPostOffice({ platform, database }: TestApp) {
  const server = await startMailServer()
  const transport = openTransport(server.url, SENDER)
  const taskList = toTaskList(tasksOf({ ...platform, mailTransport: transport }))
  const logger = new Logger(() => () => {})
  const countWhere = async (condition: string) => {
    const { rows } = await database.owner.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker._private_jobs where ${condition}`,
    )
    return rows[0]?.count ?? 0
  }
  const runDue = async () => {
    await runOnce({ pgPool: database.owner, taskList, logger })
    // The worker returns before it has stored the results of its last jobs.
    await vi.waitUntil(async () => (await countWhere('locked_at is not null')) === 0, { interval: 2, timeout: 5000 })
  }
  return {
    server,
    transport,
    mails: server.mails,
    /** Runs all jobs that are due. */
    runDue,
    /** The same, as if every pause between tries were over. */
    async runAll() {
      await database.owner.query("update graphile_worker._private_jobs set run_at = now() - interval '1 minute'")
      await runDue()
    },
    countJobs: () => countWhere('true'),
    async stop() {
      transport.close()
      await server.stop()
    },
  }
}
export type PostOffice = Awaited<ReturnType<typeof openPostOffice>>
