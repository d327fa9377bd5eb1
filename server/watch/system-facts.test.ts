import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SystemFacts } from '#contract/systemstates/systemstates.facts.ts'
import { noteCopy, noteVerification } from '#server/backup/backup-state.ts'
import { inTransaction } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { migrationNames } from '#server/db/migrate.ts'
import { makeTestDatabase, type TestDatabase } from '#server/test/test-database.ts'
import { parseProcessName, processName } from './process-name.ts'
import { openProcessState } from './process-state.ts'
import { readSystemFacts, watchedFolders } from './system-facts.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await makeTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'schulhof-watch-'))
})
afterEach(() =>
  database.owner.query('delete from graphile_worker._private_jobs; delete from mail_passage; delete from task_run'),
)
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const NOW = new Date('2026-11-20T07:40:00Z')
const read = (backups?: string) =>
  readSystemFacts({
    connection: database.pool,
    folders: { data: folder, backups },
    hasMailServer: true,
    hasVirusCheck: true,
    now: NOW,
  })
const queue = (task: string, payload = {}) => inTransaction(database.pool, (tx) => enqueue(tx, task, payload))
const ask = (text: string, values: unknown[] = []) => database.owner.query(text, values)

test('a new installation has nothing to report, and says its versions, sizes and disk', async () => {
  const facts = await read()
  expect(SystemFacts.parse(facts)).toEqual(facts)
  expect(facts.database).toMatchObject({
    migration: migrationNames().at(-1),
    mails: { waiting: 0, since: null, held_since: null, left_at: null },
    jobs: { waiting: 0, due_since: null, failed: [] },
    tasks: [],
  })
  expect(facts.database.database_bytes).toBeGreaterThan(1_000_000)
  expect(facts.disks).toEqual([expect.objectContaining({ holds: 'data', folder })])
  expect(facts.disks[0]?.used_share).toBeGreaterThan(0)
  expect(facts.disks[0]?.used_share).toBeLessThan(1)
  expect([facts.backup, facts.process]).toEqual([null, null])
})

test('the owner of a command reads the same as the application', async () => {
  const asked = { folders: { data: folder, backups: undefined }, hasMailServer: true, hasVirusCheck: true, now: NOW }
  const [app, owner] = await Promise.all([
    readSystemFacts({ connection: database.pool, ...asked }),
    readSystemFacts({ connection: database.owner, ...asked }),
  ])
  expect({ ...owner.database, at: '', database_bytes: 0 }).toEqual({ ...app.database, at: '', database_bytes: 0 })
})

test('waiting mails count until they leave, and are held up only while no later one left', async () => {
  await queue('send_mail', { mail_id: 1 })
  await queue('send_account_mail', { mail_id: 2 })
  const { mails, jobs } = (await read()).database
  expect(mails).toMatchObject({ waiting: 2, left_at: null })
  expect(mails.held_since).toBe(mails.since)
  expect(jobs.waiting).toBe(0)
  await ask('select note_mail_left()')
  const later = (await read()).database.mails
  expect(later).toMatchObject({ waiting: 2, held_since: null, since: mails.since })
  expect(Date.parse(later.left_at ?? '')).toBeGreaterThan(Date.parse(mails.since ?? ''))
})

test('a job counts as failed after three tries, and no more when a later run of the task succeeded', async () => {
  await queue('backup')
  const fail = (attempts: number, isRunning = false) =>
    ask(
      `update graphile_worker._private_jobs set attempts = $1, max_attempts = 5, last_error = 'words', updated_at = now(),
        locked_at = case when $2 then now() end`,
      [attempts, isRunning],
    )
  await fail(2)
  expect((await read()).database.jobs.failed).toEqual([])
  await fail(3, true)
  expect((await read()).database.jobs.failed).toEqual([])
  await fail(3)
  const found = (await read()).database.jobs.failed
  expect(found).toMatchObject([{ task: 'backup', count: 1, failures: 3, is_given_up: false }])
  expect(JSON.stringify(found)).not.toContain('words')
  await fail(5)
  expect((await read()).database.jobs.failed).toMatchObject([{ failures: 5, is_given_up: true }])
  await ask("insert into task_run (task, finished_at, seconds) values ('backup', now() + interval '1 second', 2.5)")
  const after = (await read()).database
  expect(after.jobs.failed).toEqual([])
  expect(after.tasks).toMatchObject([{ task: 'backup', seconds: 2.5, failed_at: null }])
})

test('a due job that nobody begins has a time', async () => {
  await queue('tidy_up')
  await ask("update graphile_worker._private_jobs set run_at = now() - interval '20 minutes'")
  const { at, jobs } = (await read()).database
  expect(Date.parse(at) - Date.parse(jobs.due_since ?? '')).toBeGreaterThanOrEqual(20 * 60_000)
  expect(jobs.waiting).toBe(1)
})

test('the newest backup is found by its name, unfinished and foreign files are not', async () => {
  const backups = join(folder, 'backups')
  expect((await read(backups)).backup).toEqual({
    folder: backups,
    newest: null,
    count: 0,
    verified_at: null,
    is_broken: false,
    copied_at: null,
    is_copy_missing: false,
    fault: null,
  })
  mkdirSync(backups)
  writeFileSync(join(backups, 'schulhof-2026-11-19T013000Z.backup'), 'old')
  writeFileSync(join(backups, 'schulhof-2026-11-20T013000Z.backup'), 'newest')
  writeFileSync(join(backups, 'schulhof-2026-11-20T023000Z.backup.77.unfertig'), 'x')
  writeFileSync(join(backups, 'notes.txt'), 'x')
  const { backup, disks } = await read(backups)
  expect(backup).toMatchObject({
    newest: { name: 'schulhof-2026-11-20T013000Z.backup', at: '2026-11-20T01:30:00.000Z', bytes: 6 },
    count: 2,
    fault: null,
  })
  expect(disks).toHaveLength(1)
})

test('what a trial and a copy of a backup showed is known as well', async () => {
  const backups = mkdtempSync(join(folder, 'tried-'))
  const [at, file] = ['2026-11-20T02:00:00.000Z', 'x']
  const tried = { file, at, tables: 1, rows: 1, seconds: 1, message: null }
  noteVerification(backups, { ...tried, outcome: 'restored' })
  noteCopy(backups, { file, at, is_fine: true, seconds: 1, message: null })
  const well = { verified_at: at, is_broken: false, copied_at: at, is_copy_missing: false }
  expect((await read(backups)).backup).toMatchObject(well)
  noteVerification(backups, { ...tried, at: '2026-11-21T02:00:00.000Z', outcome: 'failed' })
  noteCopy(backups, { file, at: '2026-11-21T02:00:00.000Z', is_fine: false, seconds: 1, message: 'no room' })
  expect((await read(backups)).backup).toMatchObject({ ...well, is_broken: true, is_copy_missing: true })
})

test('a folder that cannot be read says why', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect((await read(file)).backup).toMatchObject({ newest: null, fault: 'ENOTDIR' })
})

test('running processes are known by the names of their connections', async () => {
  const { default: pg } = await import('pg')
  const name = processName('1.2.3')
  const client = new pg.Client({ ...database.connection, user: 'schulhof_app', application_name: name })
  await client.connect()
  expect((await read()).processes).toEqual([parseProcessName(name)])
  await client.end()
  expect(parseProcessName('psql')).toBeUndefined()
})

test('a process knows its memory and its connections', () => {
  const state = openProcessState({ pool: database.pool, version: '1.2.3' })
  const facts = state.read()
  state.stop()
  expect(facts).toMatchObject({ version: '1.2.3', pid: process.pid, pool: { waiting: 0, max: 10 } })
  expect(facts.memory_bytes).toBeGreaterThan(10_000_000)
})

test('settings name the folders: an own PostgreSQL has its data elsewhere', () => {
  expect(watchedFolders({ DATA_DIR: '/data', BACKUP_DIR: '/backups' })).toEqual({ data: '/data', backups: '/backups' })
  expect(watchedFolders({ DATABASE_URL: 'postgres://x/y', DATA_DIR: '/data' })).toEqual({
    data: undefined,
    backups: undefined,
  })
})
