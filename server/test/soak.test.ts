import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { formatKey } from '#server/secret-keys.ts'
import { effort, reportFigure } from './effort.ts'
import { endpoints, nameOf } from './endpoint-samples.ts'
import { makeSchool, makeUser } from './factories.ts'
import { openFetchBrowser } from './fetch-browser.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { TEST_PASSWORD } from './test-visitor.ts'

const CALLS = effort({ short: 600, long: 120_000 })
const CLIENTS = 6
/** The pools of the application and of its jobs, and one connection of this test. */
const MOST_CONNECTIONS = 40
/**
 * Memory after the last calls compared with memory after the first tenth; a leak of a kilobyte a call would double it.
 */
const MOST_GROWTH = 1.6

let app: TestApp
let server: ServerProcess
let dataDir: string
let email: string
beforeAll(async () => {
  app = await startTestApp()
  email = (await makeUser(app, { role: 'schooladmin', schools: [await makeSchool(app, 'fsw')] })).email
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-soak-'))
  const { host, database } = app.database.connection
  const env = {
    DATABASE_URL: `postgres://schulhof_owner@/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: formatKey({ id: 'k1', bytes: Buffer.alloc(32, 7) }),
  }
  server = await startServerProcess({ dataDir, port: await freePort(), env })
}, 60_000)
afterAll(async () => {
  await server?.signal('SIGTERM')
  await app?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, 30_000)

const residentMegabytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

const countConnections = async () => {
  const { rows } = await app.database.owner.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  )
  return rows[0]?.count ?? 0
}

/** The calls a person makes: all reads that need no id of a record. */
const readable = endpoints.filter(
  ({ method, path, access, isFile }) => method === 'GET' && !path.includes(':') && access !== 'public' && !isFile,
)

test('a server that is asked for long answers without a fault and keeps its memory and connections', async () => {
  const statuses = new Map<string, number>()
  let made = 0
  const browser = openFetchBrowser(server.url)
  expect((await browser.call(accountEndpoints.login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200)
  const askUntil = async (most: number) => {
    while (made < most) {
      const endpoint = readable[made % readable.length] as (typeof readable)[number]
      made += 1
      const { status } = await browser.call(endpoint)
      if (status >= 500) statuses.set(`${status} ${nameOf(endpoint)}`, made)
    }
  }
  const ask = (most: number) => Promise.all(Array.from({ length: CLIENTS }, () => askUntil(most)))
  await ask(CALLS / 10)
  const before = residentMegabytes()
  await ask(CALLS)
  const after = residentMegabytes()
  const connections = await countConnections()
  expect([...statuses.keys()]).toEqual([])
  expect(connections).toBeLessThanOrEqual(MOST_CONNECTIONS)
  expect(after / before).toBeLessThan(effort({ short: 3, long: MOST_GROWTH }))
  reportFigure(
    `soak: ${made} calls, 0 faults, memory ${Math.round(before)} to ${Math.round(after)} MB, ${connections} connections`,
  )
}, 600_000)
