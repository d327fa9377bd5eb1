import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/database.ts'
import { openPageViews } from '#server/http/page-views.ts'
import { openLimits } from '#server/http/rate-limit.ts'
import { openPasswords } from '#server/passwords.ts'
import { parseSecretRing } from '#server/secret-keys.ts'
import { openMetrics } from '#server/watch/metrics.ts'
import { openSystemState } from '#server/watch/system-state.ts'

/** The real server on the benchmark's database, in a separate process. */
const pool = openPool({ ...JSON.parse(process.env.BENCH_DATABASE ?? '{}'), max: 16 })
const keys = parseSecretRing(process.env.BENCH_KEY ?? '')
const now = () => new Date()
const folders = { data: undefined, backups: undefined }
const state = openSystemState({ pool, folders, hasMailServer: false, hasVirusCheck: false, version: '0.0.0', now })
const app = await buildApp({
  platform: {
    pool,
    keys,
    limits: openLimits(pool, keys),
    // To compare: the same server, where nobody notes who opened a page.
    views: process.env.BENCH_NO_VIEWS ? { note() {}, async flush() {}, async stop() {} } : openPageViews(pool),
    state,
    passwords: openPasswords(),
    appUrl: 'http://localhost:3000',
    now,
    checkReplies: false,
    maxWaiting: 1000,
    hasMailServer: false,
    mailTransport: undefined,
    bounceMailbox: undefined,
    mailFrom: 'schulhof@localhost',
    mailHost: undefined,
    hasBackups: true,
    checkVirus: undefined,
    paperBytesMax: 1024 * 1024 * 1024,
    backupKeepDays: 30,
    erasureJournal: join(tmpdir(), 'schulhof-bench-erasures.jsonl'),
  },
  logLevel: 'warn',
  // To compare: the same server, where nobody counts the answers.
  ...(process.env.BENCH_METRICS ? { metrics: { metrics: openMetrics(state), door: undefined } } : {}),
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
process.on('SIGTERM', () => process.exit(0))
