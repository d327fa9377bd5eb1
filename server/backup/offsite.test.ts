import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SecretRing } from '#server/secret-keys.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { isDrill, reportFigure } from '#server/test/effort.ts'
import { freeLowPort } from '#server/test/server-process.ts'
import { startTcpProxy, type TcpProxy } from '#server/test/tcp-proxy.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { readBackupState } from './backup-state.ts'
import { backupTasks } from './backup-tasks.ts'
import { checkArchive } from './restore-backup.ts'
import { backupName } from './rotate-backups.ts'

// A real rclone against a real S3-compatible server on this machine. The server is fetched for the drill alone.

const HOOK = join(import.meta.dirname, '../../deploy/offsite-copy.sh')
const S3_SERVER = 's3rver@3.7.1'
const [KEY, SECRET] = ['S3RVER', 'S3RVER']

const folder = makeFolder()
const backups = join(folder.path, 'backups')
const store = join(folder.path, 's3')

const hasRclone = isDrill && spawnSync('rclone', ['version']).status === 0
const install = () =>
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', store, S3_SERVER], { cwd: folder.path })
    .status === 0
mkdirSync(store)
const isPossible = hasRclone && install()
if (isDrill && !isPossible)
  process.stdout.write('offsite: rclone or the S3 server cannot be installed here; the copy to S3 is NOT tried.\n')

let s3: ChildProcess | undefined
let port: number
let proxy: TcpProxy
let database: TestDatabase
const ring: SecretRing = [{ id: 'k1', bytes: randomBytes(32) }]
const environment = { ...process.env }

const isListening = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
    socket.once('error', () => resolve(false))
  })
const startS3 = async () => {
  const program = join(store, 'node_modules/s3rver/bin/s3rver.js')
  const at = ['--directory', join(store, 'data'), '--address', '127.0.0.1', '--port', String(port), '--silent']
  mkdirSync(join(store, 'data'), { recursive: true })
  s3 = spawn(process.execPath, [program, ...at, '--no-vhost-buckets', '--configure-bucket', 'schule'], {
    stdio: 'ignore',
  })
  await vi.waitFor(async () => expect(await isListening()).toBe(true), { timeout: 30_000 })
}
const killS3 = async () => {
  const server = s3
  s3 = undefined
  if (!server) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  if (!isPossible) return
  database = await makeTestDatabase()
  port = await freeLowPort()
  await startS3()
  proxy = await startTcpProxy({ port })
  // A machine's own settings for such stores are none of this one's.
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
  const remote = { TYPE: 's3', PROVIDER: 'Other', ACCESS_KEY_ID: KEY, SECRET_ACCESS_KEY: SECRET, REGION: 'us-east-1' }
  for (const [name, value] of Object.entries(remote)) process.env[`RCLONE_CONFIG_OFFSITE_${name}`] = value
  process.env.RCLONE_CONFIG_OFFSITE_ENDPOINT = `http://127.0.0.1:${proxy.address.port}`
  process.env.RCLONE_CONFIG_OFFSITE_FORCE_PATH_STYLE = 'true'
  process.env.OFFSITE_TARGET = 'offsite:schule/berlin'
  process.env.RCLONE_CONFIG = join(folder.path, 'rclone.conf')
  mkdirSync(backups)
})
beforeEach(() => {
  lines.length = 0
})
afterAll(async () => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  if (isPossible) {
    await killS3()
    await proxy?.stop()
    await database?.drop()
  }
  folder.remove()
})

const lines: object[] = []
const note = (line: object) => void lines.push(line)
const tasks = (more: { BACKUP_HOOK_MINUTES?: number } = {}) =>
  backupTasks({
    env: {
      DATABASE_URL: 'postgres://x',
      DATA_DIR: folder.path,
      BACKUP_DIR: backups,
      BACKUP_KEEP_DAYS: 30,
      BACKUP_VERIFY_DAYS: 0,
      BACKUP_HOOK: HOOK,
      BACKUP_HOOK_MINUTES: 5,
      ...more,
    },
    owner: { ...database.connection, user: 'schulhof_owner' },
    ring,
    appVersion: '1.0.0',
    log: { info: note, warn: note, error: note },
  })
const copy = (name: string, more = {}) => tasks(more).copy_backup?.({ name }) ?? Promise.reject(new Error('no task'))
/** What the store has, through another client process. */
const fetched = (name: string) => {
  const to = join(folder.path, `fetched-${name}`)
  // Past the proxy, which lives in this process and does nothing while it waits here.
  const env = { ...process.env, RCLONE_CONFIG_OFFSITE_ENDPOINT: `http://127.0.0.1:${port}` }
  const { status, stderr } = spawnSync('rclone', ['copyto', `offsite:schule/berlin/${name}`, to], {
    env,
    timeout: 60_000,
  })
  if (status !== 0) throw new Error(String(stderr))
  return to
}
/** A file of this size in the folder of the backups, named like one. */
const makeLarge = (day: string, megabytes: number) => {
  const name = backupName(new Date(`${day}T01:30:00Z`))
  writeFileSync(join(backups, name), randomBytes(megabytes * 1e6))
  return name
}
const whenPossible = test.runIf(isPossible)

whenPossible(
  'a nightly backup arrives whole, with the journal of erasures, and the fetched file can be read',
  async () => {
    writeFileSync(join(backups, 'erasures.jsonl'), '{"a":1}\n')
    await tasks().backup?.({})
    const name = String((lines[0] as { backup: string }).backup)
    await copy(name)
    const file = fetched(name)
    expect(readFileSync(file).equals(readFileSync(join(backups, name)))).toBe(true)
    expect((await checkArchive(file, ring)).header.app_version).toBe('1.0.0')
    writeFileSync(join(backups, 'erasures.jsonl'), '{"a":1}\n{"a":2}\n')
    await copy(name)
    expect(readFileSync(fetched('erasures.jsonl'), 'utf8')).toBe('{"a":1}\n{"a":2}\n')
    expect(readBackupState(backups).copy).toMatchObject({ copied_file: name, last: { is_fine: true } })
  },
)

whenPossible('a copy in the store is never replaced by a file that merely has its name', async () => {
  const name = makeLarge('2026-10-01', 1)
  await copy(name)
  const first = readFileSync(fetched(name))
  writeFileSync(join(backups, name), randomBytes(1e6))
  await expect(copy(name)).rejects.toThrow('not copied')
  expect(readFileSync(fetched(name)).equals(first)).toBe(true)
})

whenPossible('the first part of a file, which a store kept of a copy that was cut off, is replaced', async () => {
  const name = makeLarge('2026-10-05', 1)
  await copy(name)
  const whole = readFileSync(join(backups, name))
  writeFileSync(join(store, 'data/schule/berlin', `${name}._S3rver_object`), whole.subarray(0, 300_000))
  await copy(name)
  expect(readFileSync(fetched(name)).equals(whole)).toBe(true)
})

whenPossible('a store that refuses the key is said, with its words, and the age of the last copy stays', async () => {
  const before = readBackupState(backups).copy?.copied_at
  const name = makeLarge('2026-10-02', 1)
  process.env.RCLONE_CONFIG_OFFSITE_ACCESS_KEY_ID = 'falsch'
  await expect(copy(name)).rejects.toThrow('not copied')
  process.env.RCLONE_CONFIG_OFFSITE_ACCESS_KEY_ID = KEY
  const state = readBackupState(backups).copy
  expect(state).toMatchObject({ copied_at: before, last: { is_fine: false, file: name } })
  expect(state?.last.message).toMatch(/endete mit \d+: .*(403|InvalidAccessKeyId|Forbidden)/)
  await copy(name)
  expect(readBackupState(backups).copy).toMatchObject({ copied_file: name })
})

whenPossible('a store that accepts the connection and then is silent costs a bounded time', async () => {
  const name = makeLarge('2026-10-03', 1)
  proxy.set('swallow')
  const start = performance.now()
  await expect(copy(name, { BACKUP_HOOK_MINUTES: 0.2 })).rejects.toThrow('not copied')
  const seconds = Math.round((performance.now() - start) / 1000)
  proxy.set('pass')
  proxy.cut()
  expect(readBackupState(backups).copy?.last.message).toContain('abgebrochen')
  expect(seconds).toBeLessThan(30)
  await copy(name)
  expect(readFileSync(fetched(name)).equals(readFileSync(join(backups, name)))).toBe(true)
  reportFigure(`off-site: a silent store was given up after ${seconds} s (limit 12 s), the next try copied`)
})

whenPossible(
  'a store that dies in the middle of a file leaves no half copy that counts; the next try copies',
  async () => {
    const name = makeLarge('2026-10-04', 60)
    const begin = proxy.passed()
    const failing = expect(copy(name)).rejects.toThrow('not copied')
    // Not by the clock: a fast machine copies all of it within a second.
    await vi.waitFor(() => expect(proxy.passed() - begin).toBeGreaterThan(5e6), { timeout: 60_000, interval: 2 })
    proxy.set('swallow')
    await killS3()
    proxy.cut()
    await failing
    proxy.set('pass')
    await startS3()
    const start = performance.now()
    await copy(name)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    expect(readFileSync(fetched(name)).equals(readFileSync(join(backups, name)))).toBe(true)
    reportFigure(
      `off-site: a store killed in the middle of 60 MB; the next try copied them in ${seconds} s, byte for byte`,
    )
  },
)
