import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseCrontab } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { postgresFolders } from '#server/db/postgres-folders.ts'
import { crontabOf } from '#server/tasks.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { startCommand } from '#server/test/command-process.ts'
import { newSchool } from '#server/test/factories.ts'
import { openFetchBrowser } from '#server/test/fetch-browser.ts'
import { freePort, type ServerProcess, startServerProcess } from '#server/test/server-process.ts'

const ADMIN = {
  name: 'Alex Berg',
  email: 'alex@example.org',
  password: 'Ein langer Satz',
  password_confirmation: 'Ein langer Satz',
}

const folder = makeFolder()
// When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
chmodSync(folder.path, 0o755)
const dataDir = join(folder.path, 'schule')
const newDir = join(folder.path, 'neu')
const keyFile = join(folder.path, 'tresor', 'schule.key')
let server: ServerProcess
const run = (command: string, args: string[], dir: string) =>
  startCommand('server/operator/main.ts', [command, ...args], { DATA_DIR: dir, INIT_CWD: folder.path }).ended

beforeAll(async () => {
  server = await startServerProcess({ dataDir, port: await freePort() })
  const reply = await openFetchBrowser(server.url).call(setupEndpoints.setUp, {
    params: { token: server.setupToken() ?? '' },
    body: { admin: ADMIN, school: newSchool('fsw') },
  })
  expect(reply.status).toBe(201)
}, 90_000)
afterAll(async () => {
  await server.signal('SIGKILL')
  folder.remove()
})

test('the job of the night writes into the data folder', async () => {
  const { socket } = postgresFolders(dataDir)
  const owner = new pg.Client({ host: socket, user: 'schulhof_owner', database: 'schulhof' })
  await owner.connect()
  await owner.query(`select graphile_worker.add_job('backup')`)
  await owner.end()
  const finished = () => {
    const backups = join(dataDir, 'backups')
    return existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith('.backup')).length : 0
  }
  await expect.poll(finished, { timeout: 30_000 }).toBe(1)
}, 60_000)

test('a running server is backed up, restored into another folder, and everyone can sign in there', async () => {
  mkdirSync(join(folder.path, 'tresor'))
  expect(await run('backup', ['schule.backup', '--key', keyFile], dataDir)).toMatchObject({ code: 0 })
  expect(await run('restore', ['schule.backup'], dataDir)).toMatchObject({
    code: 1,
    output: 'Der Server läuft noch mit dieser Datenbank. Bitte erst beenden, dann zurückspielen.\n',
  })
  // Without the key no backup is made.
  expect(await run('restore', ['schule.backup'], newDir)).toMatchObject({ code: 1 })
  expect(existsSync(newDir)).toBe(false)
  expect(await run('restore', ['schule.backup', '--key', keyFile], newDir)).toMatchObject({ code: 0 })
  expect(readFileSync(join(newDir, 'secret.key'))).toEqual(readFileSync(join(dataDir, 'secret.key')))
  expect(statSync(join(newDir, 'secret.key')).mode & 0o777).toBe(0o600)

  await server.signal('SIGTERM')
  server = await startServerProcess({ dataDir: newDir, port: await freePort() })
  expect(server.setupToken()).toBeUndefined()
  const browser = openFetchBrowser(server.url)
  const { email, password } = ADMIN
  expect((await browser.call(accountEndpoints.login, { body: { email, password, remember: false } })).status).toBe(200)
  // The database of a server that has stopped can be backed up as well.
  const later = await run('backup', ['spaeter.backup'], dataDir)
  expect(later).toMatchObject({ code: 0, output: expect.stringContaining(join(dataDir, 'secret.key')) })
}, 120_000)

test('no other account of the machine can read the data folder', () => {
  // When the tests run as root, PostgreSQL's account must be able to pass through.
  const passing = process.getuid?.() === 0 ? 0o001 : 0
  for (const dir of [dataDir, newDir]) expect(statSync(dir).mode & 0o077 & ~passing, dir).toBe(0)
})

test('a folder without a database is not backed up, and none is made', async () => {
  const { code, output } = await run('backup', ['leer.backup'], join(folder.path, 'leer'))
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('ist keine Datenbank') })
  expect(existsSync(join(folder.path, 'leer'))).toBe(false)
})

test('the crontab names the backup only where there is such a job', () => {
  const task = async () => {}
  const identifiers = (tasks: Parameters<typeof crontabOf>[0]) =>
    parseCrontab(crontabOf(tasks)).map(({ task: name }) => name)
  expect(identifiers({ tidy_up: task, send_mail: task })).toEqual(['tidy_up'])
  expect(identifiers({ tidy_up: task, backup: task })).toEqual(['tidy_up', 'backup'])
})
