import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sensitiveEndpoints } from '#contract/sensitive/sensitive.ts'
import { buildApp } from '#server/app.ts'
import { nightlyBackup } from '#server/backup/nightly-backup.ts'
import { inTransaction, openOwnerPool } from '#server/db/database.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { say } from '#server/http/log.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openTransport } from '#server/mail/transport.ts'
import { tasksOf } from '#server/tasks.ts'
import { checkAlarms } from '#server/watch/check-alarms.ts'
import { makeUser } from './factories.ts'
import { startMailServer } from './mail-server.ts'
import { openParentsSchool, type ParentsSchool } from './parents-school.ts'
import { openVisitor, type TestVisitor } from './test-visitor.ts'

/** Planted: names, addresses, words of a mail server, a diagnosis. */
const NAME = 'Zzkanarie'
const MAIL = 'zzkanarie.mutter@example.org'
const DIAGNOSIS = 'Zzmasern'
const PLANTED = [NAME, MAIL, DIAGNOSIS, 'zzkanarie', 'zzmasern']

const Line = z.looseObject({
  level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  time: z.iso.datetime(),
  part: z.enum(['start', 'server', 'jobs', 'mail', 'backup', 'watch']),
  msg: z.string(),
})
type Line = z.output<typeof Line>

let school: ParentsSchool
let logged: Awaited<ReturnType<typeof buildApp>>
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let folder: string
let stopWorker: () => Promise<void>
let visitor: TestVisitor
const texts: string[] = []
const lines = (): Line[] => texts.map((text) => Line.parse(JSON.parse(text)))
const find = (msg: string) => lines().filter((line) => line.msg === msg)
const waitFor = (msg: string) => vi.waitFor(() => expect(find(msg).length, texts.join('')).toBeGreaterThan(0), 10_000)

/** Errors as programs throw them: the words of one that a database or a parser makes quote what it was given. */
const broken: Record<string, Task> = {
  broken_row: async () => {
    throw Object.assign(new Error(`Key (mail)=(${MAIL}) already exists.`), { code: '23505', detail: NAME })
  },
  broken_text: async () => {
    JSON.parse(`${NAME} is no JSON`)
  },
}

beforeAll(async () => {
  school = await openParentsSchool()
  mailServer = await startMailServer()
  folder = mkdtempSync(join(tmpdir(), 'schulhof-lines-'))
  const { app } = school
  const { platform, database } = app
  const logStream = { write: (line: string) => texts.push(line) }
  logged = await buildApp({ platform, logLevel: 'debug', logStream })
  const owner = { ...database.connection, user: 'schulhof_owner' }
  const ownerPool = openOwnerPool(owner)
  const transport = openTransport(mailServer.url, platform.mailFrom)
  const given = { owner, ring: platform.keys, folder, keepDays: 30, appVersion: '1.0.0', now: platform.now }
  const backup = nightlyBackup({ ...given, log: logged.log })
  const tasks = { ...tasksOf({ ...platform, mailTransport: transport }, { backup }), ...broken }
  const worker = await startWorker({ ownerPool, tasks, log: logged.log })
  stopWorker = async () => {
    await worker.stop()
    await ownerPool.end()
    transport.close()
  }
  visitor = openVisitor(logged)
})
beforeEach(async () => {
  texts.length = 0
  mailServer.state.mood = 'accept'
  await school.forgetLimits()
})
afterAll(async () => {
  await stopWorker()
  await mailServer.stop()
  await logged.close()
  await school.app.stop()
  rmSync(folder, { recursive: true })
})

const queue = (task: string) => inTransaction(school.app.platform.pool, (tx) => enqueue(tx, task, {}))
const expectNoLeak = () => {
  for (const word of PLANTED) expect(texts.join('').includes(word), word).toBe(false)
}

/** A mother reports her child sick; the mail that thanks her leaves as a job. */
const reportSick = async () => {
  const child = await school.makeChild({ firstname: NAME, lastname: NAME })
  await school.makeGuardian([child], { mail: MAIL })
  const body = { uuid: child.uuid, dateStart: '2026-11-20', remark: `${NAME} hat ${DIAGNOSIS}` }
  const reply = await school.report(body, { visitor })
  expect(reply.statusCode, reply.body).toBe(201)
}

describe('a line of the log', () => {
  test('has one form for requests, jobs and mails, and the job names the request that it comes from', async () => {
    await reportSick()
    await waitFor('mail sent')
    const [request] = find('request completed').filter(({ res }) => (res as { statusCode: number }).statusCode === 201)
    const [sent] = find('mail sent')
    expect(request).toMatchObject({ part: 'server', request: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(sent).toMatchObject({ part: 'mail', job: 'send_mail', attempt: 1, tries: 1, request: request?.request })
    await waitFor('job done')
    expect(find('job done')[0]).toMatchObject({ request: request?.request, ms: expect.any(Number) })
    expectNoLeak()
  })

  test('of a refused mail has the codes and not the words of the mail server, and the next try knows its request', async () => {
    Object.assign(mailServer.state, { mood: 'busy', words: `no room for ${MAIL} (${NAME})` })
    await reportSick()
    await waitFor('mail refused')
    const [refused] = find('mail refused')
    expect(refused).toMatchObject({ part: 'mail', tries: 1, smtp: 451, is_over: false })
    const { rows } = await school.app.database.owner.query(
      "select payload -> '_origin' as origin from graphile_worker._private_jobs",
    )
    expect(rows.map(({ origin }) => origin.request)).toContain(refused?.request)
    mailServer.state.mood = 'accept'
    await school.app.database.owner.query('update graphile_worker._private_jobs set run_at = now()')
    await waitFor('mail sent')
    expect(find('mail sent')[0]).toMatchObject({ tries: 2, request: refused?.request })
    expectNoLeak()
  })

  test.each([
    ['broken_row', { type: 'Error', code: '23505' }],
    ['broken_text', { type: 'SyntaxError' }],
  ])('of a job that fails (%s) has a stack and no words', async (task, error) => {
    await queue(task)
    await waitFor('job failed')
    const [failed] = find('job failed')
    expect(failed).toMatchObject({ level: 'error', part: 'jobs', job: task, attempt: 1, err: error })
    expect(failed?.err).not.toHaveProperty('message')
    expect(JSON.stringify(failed?.err)).toMatch(/at .*log-lines\.test\.ts/)
    await school.app.database.owner.query('delete from graphile_worker._private_jobs')
    expectNoLeak()
  })

  test('of a backup has the same form', async () => {
    await queue('backup')
    await waitFor('backup')
    expect(find('backup')[0]).toMatchObject({ part: 'backup', rows: expect.any(Number), bytes: expect.any(Number) })
    await waitFor('job done')
    expect(find('job done')[0]).toMatchObject({ part: 'backup', job: 'backup' })
    expectNoLeak()
  })

  test('of an alarm has the same form', async () => {
    const { pool, keys, state, now } = school.app.platform
    const facts = await state.read()
    const disks = [{ holds: 'data' as const, folder: '/data', total_bytes: 100, free_bytes: 5, used_share: 0.95 }]
    await checkAlarms({ pool, keys, facts: { ...facts, disks }, now: now(), log: logged.log })
    await checkAlarms({ pool, keys, facts, now: now(), log: logged.log })
    expect(find('alarm')).toMatchObject([{ part: 'watch', level: 'warn', alarm: 'disk_full', subject: '/data' }])
    expect(find('alarm ended')).toHaveLength(1)
  })

  test('of a class D entry names nobody and nothing', async () => {
    const { email } = await makeUser(school.app, {
      role: 'schooladmin',
      schools: [school.fsw],
      may_view_sensitive: true,
    })
    const head = openVisitor(logged)
    await head.logIn(email)
    const child = await school.makeChild({ firstname: NAME, lastname: NAME })
    const body = { kind: 'blocking_note', text: DIAGNOSIS, document_seen_at: '2026-11-02' } as const
    const reply = await head.call(sensitiveEndpoints.add, { params: { id: child.id }, body })
    expect(reply.statusCode, reply.body).toBe(201)
    expect((await head.call(sensitiveEndpoints.list, { params: { id: child.id } })).body).toContain(DIAGNOSIS)
    expect(lines().length).toBeGreaterThan(4)
    expectNoLeak()
  })
})

test('what the start says has the form of the log as well, unless a person sits at a terminal', () => {
  const written: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const { isTTY } = process.stdout
  process.stdout.isTTY = false
  say('\nNoch keine Schule eingerichtet.\n\n  http://localhost:3000\n')
  say('Achtung', { level: 'warn' })
  process.stdout.isTTY = true
  say('Schulhof läuft')
  process.stdout.isTTY = isTTY
  spy.mockRestore()
  const [first = '', second = '', third] = written
  expect(Line.parse(JSON.parse(first))).toMatchObject({
    level: 'info',
    part: 'start',
    msg: 'Noch keine Schule eingerichtet. http://localhost:3000',
  })
  expect(Line.parse(JSON.parse(second))).toMatchObject({ level: 'warn', msg: 'Achtung' })
  expect(third).toBe('Schulhof läuft\n')
})
