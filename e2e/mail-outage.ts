import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { postgresFolders } from '#server/db/postgres-folders.ts'
import { newSchool } from '#server/test/factories.ts'
import { openFetchBrowser } from '#server/test/fetch-browser.ts'
import { startMailServer } from '#server/test/mail-server.ts'
import { freePort, startServerProcess } from '#server/test/server-process.ts'
import { PASSWORD } from './staff-calls.ts'

const ADMIN = { name: 'Alex Berg', password: PASSWORD, password_confirmation: PASSWORD }

/** Skips the minute between two tries of a mail. Returns how many mails waited for it. */
const endPauses = async (dataDir: string) => {
  const socket = { host: postgresFolders(dataDir).socket, port: 5432 }
  const owner = new pg.Client({ ...socket, user: 'schulhof_owner', database: 'schulhof' })
  await owner.connect()
  const { rowCount } = await owner.query(
    `update graphile_worker._private_jobs set run_at = now() where run_at > now()
      and task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')`,
  )
  await owner.end()
  return rowCount
}

/**
 * The program in a separate process with its own data, one school with the account `leitung`, and a mail server that is
 * down.
 */
export const startSchoolWithoutMail = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'schulhof-mail-outage-'))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  chmodSync(dataDir, 0o755)
  const mailServer = await startMailServer()
  await mailServer.stop()
  const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'Schulhof <schulhof@example.org>' }
  const server = await startServerProcess({ dataDir, port: await freePort(), env })
  const stop = async () => {
    await server.signal('SIGTERM')
    await mailServer.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const body = { admin: { ...ADMIN, email: 'leitung@example.org' }, school: newSchool('fsw') }
  const params = { token: server.setupToken() ?? '' }
  const reply = await openFetchBrowser(server.url).call(setupEndpoints.setUp, { params, body })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return {
    url: server.url,
    mailServer,
    /** Accepted mails whose subject contains this text. */
    mailsAbout: (subject: string) => mailServer.mails.filter((mail) => mail.subject?.includes(subject)),
    endPauses: () => endPauses(dataDir),
    stop,
  }
}
export type SchoolWithoutMail = Awaited<ReturnType<typeof startSchoolWithoutMail>>
