import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { formatKey } from '#server/secret-keys.ts'
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts'
import { makeTestDatabase, type TestDatabase } from './test-database.ts'

const TOKEN = 'a-token-of-the-right-length'
const Line = z.looseObject({
  level: z.string(),
  time: z.iso.datetime(),
  part: z.enum(['start', 'server', 'jobs', 'watch']),
  msg: z.string(),
})

let database: TestDatabase
let folder: string
let metricsPort: number
let server: ServerProcess
beforeAll(async () => {
  database = await makeTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'schulhof-watched-'))
  const { host, database: name } = database.connection
  metricsPort = await freePort()
  const env = {
    DATABASE_URL: `postgres://schulhof_owner@/${name}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: formatKey({ id: 'k1', bytes: Buffer.alloc(32, 7) }),
    BACKUP_DIR: join(folder, 'backups'),
    METRICS_PORT: String(metricsPort),
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: 'debug',
  }
  server = await startServerProcess({ dataDir: folder, port: await freePort(), env })
}, 60_000)
afterAll(async () => {
  await server?.signal('SIGTERM')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

test('the program serves its figures on the second port alone', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const reply = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers })
  expect(reply.status).toBe(200)
  const text = await reply.text()
  expect(text).toMatch(/^schulhof_database_up 1$/m)
  expect(text).toMatch(/^schulhof_processes 1$/m)
  expect(text).toMatch(/^schulhof_backup_timestamp_seconds 0$/m)
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(404)
})

test('every line that it writes is one object of the log', async () => {
  await fetch(`${server.url}/healthz`)
  await fetch(`${server.url}/api/basedata`)
  // The link of the first start is written to a person, in words of its own.
  const [, written = ''] = server.output().split(/Link:\s+\S+\s+/)
  const lines = written
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)))
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Schulhof läuft: /), 'metrics', 'request completed']),
  )
})
