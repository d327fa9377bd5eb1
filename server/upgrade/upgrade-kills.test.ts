import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { readKeyFile } from '#server/backup/key-file.ts'
import { checkArchive } from '#server/backup/restore-backup.ts'
import { postgresFolders } from '#server/db/postgres-folders.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { startCommand } from '#server/test/command-process.ts'
import { effort, isDrill, reportFigure } from '#server/test/effort.ts'
import { newSchool } from '#server/test/factories.ts'
import { openFetchBrowser } from '#server/test/fetch-browser.ts'
import { makeNewerProgram, NEWER_VERSION } from '#server/test/newer-program.ts'
import { freePort, startServerProcess } from '#server/test/server-process.ts'

// The real program with its own PostgreSQL, killed at every moment of an upgrade, and the way back each time.

const ADMIN = {
  name: 'Alex Berg',
  email: 'alex@example.org',
  password: 'Ein langer Satz',
  password_confirmation: 'Ein langer Satz',
}
const ROWS = effort({ short: 5000, long: 40_000 })

interface Moment {
  name: string
  /** The line after which the program is killed. */
  line: string
  waitMs?: number
  /** Killed only once a part of the backup lies in the folder. */
  isWriting?: boolean
}

const MOMENTS: Moment[] = [
  { name: 'as the upgrade begins', line: 'aktualisiert: 3 Schritte' },
  { name: 'as the backup begins', line: 'wird vorher gesichert' },
  { name: 'while the backup is written', line: 'wird vorher gesichert', isWriting: true },
  { name: 'when the backup is complete', line: 'Gesichert und geprüft' },
  { name: 'as the first step begins', line: 'Schritt 1 von 3' },
  { name: 'within the first step', line: 'Schritt 1 von 3', waitMs: 150 },
  { name: 'within the second step', line: 'Schritt 2 von 3', waitMs: 150 },
  { name: 'within the last step', line: 'Schritt 3 von 3', waitMs: 150 },
  { name: 'as the last step ends', line: 'Schritt 3 von 3', waitMs: 400 },
  { name: 'before it serves', line: 'Aktualisiert in' },
  { name: 'as it serves', line: 'Schulhof läuft' },
]
const SHORT = ['within the second step']

const folder = makeFolder()
chmodSync(folder.path, 0o755)
const dataDir = join(folder.path, 'schule')
const backups = join(dataDir, 'backups')
let newer: ReturnType<typeof makeNewerProgram>

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const startWith = async (program?: string[]) =>
  startServerProcess({ dataDir, port: await freePort(), ...(program ? { program } : {}) })
const connect = async () => {
  const { socket } = postgresFolders(dataDir)
  const eye = new pg.Client({ host: socket, user: 'postgres', database: 'schulhof' })
  await eye.connect()
  return eye
}
/** What must not change, and how far the schema is. */
const look = async () => {
  const eye = await connect()
  const { rows } = await eye.query(
    `select (select md5(string_agg(l.id || l.user_name, ',' order by l.id)) from user_log l where action = 'planted') as log,
       (select json_agg(s.short) from school s) as schools, (select json_agg(u.email) from app_user u) as accounts,
       (select max(name) from schema_migration) as newest`,
  )
  await eye.end()
  return rows[0] as { log: string; schools: string[]; accounts: string[]; newest: string }
}
const canLogIn = async (url: string) => {
  const { email, password } = ADMIN
  const reply = await openFetchBrowser(url).call(accountEndpoints.login, { body: { email, password, remember: false } })
  return reply.status === 200
}

let untouched: Awaited<ReturnType<typeof look>>
beforeAll(async () => {
  newer = makeNewerProgram(join(folder.path, 'newer'), {
    '9001-later.sql': 'create table later (id int primary key); select pg_sleep(0.3)',
    '9002-more.sql': `alter table user_log add column more text; update user_log set more = user_name; select pg_sleep(0.3)`,
    '9003-last.sql': 'alter table school add column nickname text; select pg_sleep(0.3)',
  })
  const server = await startWith()
  const reply = await openFetchBrowser(server.url).call(setupEndpoints.setUp, {
    params: { token: server.setupToken() ?? '' },
    body: { admin: ADMIN, school: newSchool('fsw') },
  })
  expect(reply.status).toBe(201)
  const eye = await connect()
  await eye.query(
    `insert into user_log (school_id, action, entity_type, entity_id, user_name)
     select (select id from school), 'planted', 'pupil', i, repeat(md5(i::text), 20) from generate_series(1, ${ROWS}) i`,
  )
  await eye.end()
  untouched = await look()
  await server.signal('SIGTERM')
}, 300_000)
afterAll(folder.remove)

/** Starts the newer program and kills it at this moment; with `isHard` PostgreSQL dies in the same instant. */
async function killAt({ line, waitMs = 0, isWriting = false }: Moment, isHard: boolean) {
  const child = spawn(process.execPath, [newer.main], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const reached = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes(line)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    exited.then(() => reject(new Error(`It ended by itself:\n${output}`)))
  })
  await reached
  const isUnfinished = () => existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.unfertig'))
  while (isWriting && !isUnfinished()) await wait(2)
  await wait(waitMs)
  const { home } = postgresFolders(dataDir)
  const postmaster = Number(readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])
  child.kill('SIGKILL')
  if (isHard) process.kill(postmaster, 'SIGKILL')
  await exited
}

test('killed at any moment, the next start upgrades completely and the way back brings the old rows', async () => {
  const moments = isDrill ? MOMENTS : MOMENTS.filter(({ name }) => SHORT.includes(name))
  const start = performance.now()
  for (const [index, moment] of moments.entries()) {
    await killAt(moment, index % 2 === 1)
    const server = await startWith([newer.main])
    expect(await canLogIn(server.url), moment.name).toBe(true)
    expect(await look(), moment.name).toEqual({ ...untouched, newest: '9003-last.sql' })
    await server.signal('SIGTERM')
    const names = readdirSync(backups)
    expect(names.filter((name) => name.includes(`-vor-${NEWER_VERSION}`) && name.endsWith('.unfertig'))).toEqual([])
    for (const name of names.filter((one) => one.endsWith(`-vor-${NEWER_VERSION}.backup`)))
      await checkArchive(join(backups, name), readKeyFile(join(dataDir, 'secret.key')))
    const command = startCommand('server/operator/main.ts', ['go-back', '--yes'], { DATA_DIR: dataDir })
    expect(await command.ended, moment.name).toMatchObject({ code: 0 })
    const older = await startWith()
    expect(await look(), moment.name).toEqual(untouched)
    expect(await canLogIn(older.url), moment.name).toBe(true)
    await older.signal('SIGTERM')
  }
  const seconds = Math.round((performance.now() - start) / 1000)
  reportFigure(
    `upgrade: killed at ${moments.length} moments (every second time with PostgreSQL), ${moments.length} right starts and ${moments.length} ways back, ${ROWS} planted rows unchanged each time, ${seconds} s`,
  )
}, 600_000)
