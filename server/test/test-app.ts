import { randomBytes, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '#contract/dates.ts'
import { buildApp } from '#server/app.ts'
import { openPageViews } from '#server/http/page-views.ts'
import type { Platform } from '#server/http/platform.ts'
import { openLimits } from '#server/http/rate-limit.ts'
import { openPasswords, type Passwords } from '#server/passwords.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { openSystemState } from '#server/watch/system-state.ts'
import { makeTestDatabase, type TestDatabase } from './test-database.ts'
import { openVisitor } from './test-visitor.ts'

/** The least that Argon2 allows: nobody attacks these passwords, and hundreds are checked. */
export const CHEAP = { memoryCost: 8, timeCost: 1 }

export const TEST_NOW = new Date('2026-11-20T07:40:00+01:00')

/** The real server on a separate database with a given clock; send requests through `visitor()`. */
export async function startTestApp({
  now = TEST_NOW,
  keys = [{ id: 'test', bytes: randomBytes(32) }],
  passwords = openPasswords({ cost: CHEAP }),
  ...given
}: {
  now?: Date
  keys?: SecretRing
  passwords?: Passwords
  /** An existing filled database instead of a fresh one. */
  database?: TestDatabase
} = {}) {
  const database = given.database ?? (await makeTestDatabase())
  const clock = { now }
  const platform: Platform = {
    pool: database.pool,
    keys,
    limits: openLimits(database.pool, keys),
    views: openPageViews(database.pool),
    state: openSystemState({
      pool: database.pool,
      folders: { data: undefined, backups: undefined },
      hasMailServer: true,
      hasVirusCheck: false,
      version: '0.0.0',
      now: () => clock.now,
      freshMs: 0,
    }),
    passwords,
    appUrl: 'http://localhost:3000',
    now: () => clock.now,
    checkReplies: true,
    maxWaiting: 200,
    hasMailServer: true,
    mailTransport: undefined,
    bounceMailbox: undefined,
    mailFrom: 'schulhof@example.org',
    mailHost: 'mail.example.org',
    hasBackups: true,
    backupKeepDays: 30,
    checkVirus: undefined,
    paperBytesMax: 100 * 1024 * 1024,
    erasureJournal: join(tmpdir(), `erasures-${randomUUID()}.jsonl`),
  }
  const mounted: { method: string; url: string }[] = []
  const app = await buildApp({ platform, onRoute: (route) => mounted.push(route) })
  return {
    app,
    platform,
    database,
    /** Every route that was really mounted. */
    mounted,
    visitor: (ip?: string) => openVisitor(app, ip),
    /** Moves the server's clock. */
    setNow(moment: Date) {
      clock.now = moment
    },
    /** A visitor with a running session, without the cost of a password check. */
    async signedIn(userId: number, ip?: string) {
      const browser = openVisitor(app, ip)
      const token = randomBytes(24).toString('base64url')
      const expires = new Date(Math.max(clock.now.getTime(), Date.now()) + 12 * HOUR_MS).toISOString()
      await database.pool.query('select start_session(sha256($1::bytea), $2, false, $3)', [
        Buffer.from(token),
        userId,
        expires,
      ])
      browser.cookies.set('session', token)
      await browser.inject('GET', '/sanctum/csrf-cookie')
      return browser
    },
    async stop() {
      await app.close()
      await database.drop()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof startTestApp>>
