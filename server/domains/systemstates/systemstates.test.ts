import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { taskLabel } from '#contract/systemstates/systemstates.texts.ts'
import { systemStateEndpoints } from '#contract/systemstates/systemstates.ts'
import { tasksOf } from '#server/tasks.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { ownHost } from '#server/watch/process-name.ts'
import { openSystemState } from '#server/watch/system-state.ts'

let app: TestApp
let folder: string
let admin: TestVisitor
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  folder = mkdtempSync(join(tmpdir(), 'schulhof-state-'))
  const { pool, now } = app.platform
  app.platform.state.stop()
  app.platform.state = openSystemState({
    ...{
      pool,
      now,
      folders: { data: undefined, backups: folder },
      hasMailServer: true,
      hasVirusCheck: true,
      version: '1.2.3',
      freshMs: 0,
    },
  })
  const school = await makeSchool(app, 'fsw')
  admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [school] })).id)
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

const alarmsOf = async () => (await admin.call(systemStateEndpoints.read)).json().alarms
const makeBackup = (stamp: string) => writeFileSync(join(folder, `schulhof-${stamp}.backup`), 'x')

test('an admin reads the state of the installation as it is now', async () => {
  makeBackup('2026-11-20T013000Z')
  const reply = await admin.call(systemStateEndpoints.read)
  expect(reply.statusCode).toBe(200)
  const { facts, alarms } = reply.json()
  expect(alarms).toEqual([])
  expect(facts).toMatchObject({
    at: '2026-11-20T06:40:00.000Z',
    backup: { count: 1, newest: { at: '2026-11-20T01:30:00.000Z' } },
    process: { version: '1.2.3', host: ownHost() },
    disks: [{ holds: 'backups', folder }],
  })
})

test('an alarm shows at once, also before the look of the next minute stored it', async () => {
  app.setNow(new Date('2026-11-21T13:30:00Z'))
  expect(await alarmsOf()).toEqual([])
  app.setNow(new Date('2026-11-21T13:30:00.001Z'))
  expect(await alarmsOf()).toEqual([
    { key: 'backup_old', subject: '', host: ownHost(), since: '2026-11-21T13:30:00.000Z' },
  ])
  expect((await admin.call(systemStateEndpoints.alarms)).json()).toEqual([])
})

test('a head is refused, and it is logged', async () => {
  for (const endpoint of [systemStateEndpoints.read, systemStateEndpoints.alarms])
    expect((await head.call(endpoint)).statusCode).toBe(403)
})

test('an account without a school may be an admin and sees it too', async () => {
  const alone = await app.signedIn((await makeUser(app, { role: 'admin', schools: [] })).id)
  expect((await alone.call(systemStateEndpoints.read)).statusCode).toBe(200)
})

test('nothing about people is in the answer', async () => {
  const text = JSON.stringify((await admin.call(systemStateEndpoints.read)).json())
  expect(text).not.toMatch(/@|recipient|last_error|payload/)
})

test('every kind of job has a German name', () => {
  const transport = { send: async () => {}, close: () => {} }
  const job = async () => {}
  const backupJobs = { backup: job, drop_scratch: job, verify_backup: job, copy_backup: job }
  const tasks = Object.keys(tasksOf({ ...app.platform, mailTransport: transport }, backupJobs))
  expect(tasks.length).toBeGreaterThan(12)
  expect(tasks.filter((task) => taskLabel(task) === task)).toEqual([])
  expect(taskLabel('of_another_version')).toBe('of_another_version')
})
