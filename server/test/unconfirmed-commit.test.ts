import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { inTransaction } from '#server/db/database.ts'
import { makePupil } from './child-factories.ts'
import { makeSchool, makeUser } from './factories.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts'
import { startTestApp, type TestApp } from './test-app.ts'

// With a synchronous standby a commit is acknowledged when the standby has it (ADR 0059). Here no standby ever answers,
// or somebody ends the wait: PostgreSQL then reports success although the change may be lost with this server.

const LIMITS = { connectMs: 2000, statementMs: 3500, silenceMs: 4000 }
/** Waits are part of each test. */
const SLOW = 60_000

let postgres: ReplicatedPostgres
let app: TestApp
let head: Awaited<ReturnType<TestApp['signedIn']>>
let id: number
beforeAll(async () => {
  postgres = await startReplicatedPostgres(LIMITS)
  app = await startTestApp({ database: postgres.database })
  const school = await makeSchool(app, 'fsw')
  id = await makePupil(app, school, { firstname: 'Ada' })
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
}, SLOW)
afterAll(async () => {
  await app?.stop()
  await postgres?.stop()
})

const ABSENT = 'absent'
const waiting = async () =>
  (await postgres.asSuperuser<{ pid: number }>(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)).rows
/**
 * The connections that wait for a standby while they hold an idempotency key. Others may wait beside them, because the log
 * of opened pages and PostgreSQL's autovacuum commit by themselves.
 */
const waitingWithKeys = async () => {
  const { rows } = await postgres.asSuperuser<{ pid: number }>(
    `select pid from pg_stat_activity join pg_locks using (pid)
      where wait_event = 'SyncRep' and relation = 'idempotency'::regclass`,
  )
  return rows
}
const endWait = (how: 'cancel' | 'terminate') =>
  postgres.asSuperuser(`select pg_${how}_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)

/** Resolves when commits wait: a process of PostgreSQL's own notices the setting, a moment later. */
const commitsWait = async () => {
  for (let isWaiting = false; !isWaiting; ) {
    let isDone = false
    const probe = postgres.asSuperuser(`select pg_logical_emit_message(true, 'probe', '')`).finally(() => {
      isDone = true
    })
    while (!isDone && !isWaiting) isWaiting = (await waiting()).length > 0
    if (isWaiting) await endWait('cancel')
    await probe
  }
}

/** Which standbys must confirm; none: all that wait go on. */
const waitFor = async (standbys: string) => {
  await postgres.asSuperuser(`alter system set synchronous_standby_names = '${standbys}'`)
  await postgres.asSuperuser('select pg_reload_conf()')
  if (standbys) await commitsWait()
}
const writeWaits = () => vi.waitFor(async () => expect(await waitingWithKeys()).not.toEqual([]), { timeout: 5000 })
afterEach(() => waitFor(''))

const write = (key: string, body_markdown: string) =>
  head.call(pupilNoteEndpoints.add, { params: { id }, body: { body_markdown }, headers: { 'idempotency-key': key } })
type Reply = Awaited<ReturnType<typeof write>>
const stored = async (text: string) =>
  (await head.call(pupilNoteEndpoints.list, { params: { id } }))
    .json()
    .filter(({ body_markdown }: { body_markdown: string }) => body_markdown === text)

const expectUnknown = (reply: Reply) => {
  expect([reply.statusCode, reply.json().message]).toEqual([503, ERROR_TEXTS.unavailable])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
}

test.each(['cancel', 'terminate'] as const)(
  'a write whose wait for the standby ends by pg_%s_backend is not answered as done, and its key settles it',
  async (how) => {
    const [key, text] = [randomUUID(), `Notiz ${how}`]
    await waitFor(ABSENT)
    const writing = write(key, text)
    await writeWaits()
    await endWait(how)
    expectUnknown(await writing)

    // It is visible here, but on no standby. So the stored answer is not given either.
    expect(await stored(text)).toHaveLength(1)
    const repeating = write(key, text)
    await writeWaits()
    await waitFor('')
    const reply = await repeating
    expect(reply.statusCode).toBe(201)
    expect((await stored(text)).map((note: { id: number }) => note.id)).toEqual([reply.json().id])
  },
  SLOW,
)

test(
  'a standby that never answers is an outage with an end: 503 within the limit, and afterwards the key settles it',
  async () => {
    const key = randomUUID()
    await waitFor(ABSENT)
    const start = performance.now()
    expectUnknown(await write(key, 'Notiz ohne Standby'))
    expect(performance.now() - start).toBeLessThan(LIMITS.silenceMs + 2000)
    // The first one still waits and holds its locks: the repetition is refused in time, too.
    expectUnknown(await write(key, 'Notiz ohne Standby'))
    await waitFor('')
    await vi.waitFor(async () => expect(await waitingWithKeys()).toEqual([]))
    expect((await write(key, 'Notiz ohne Standby')).statusCode).toBe(201)
    expect(await stored('Notiz ohne Standby')).toHaveLength(1)
  },
  SLOW,
)

test(
  'a change that is there already, perhaps on this server alone, is confirmed before it is answered',
  async () => {
    let pid: number | undefined
    let isAnswered = false
    await waitFor(ABSENT)
    const saving = inTransaction(app.platform.pool, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      pid = rows[0]?.pid
      return 'unchanged'
    }).finally(() => {
      isAnswered = true
    })
    await vi.waitFor(async () => expect((await waiting()).map((one) => one.pid)).toContain(pid), { timeout: 5000 })
    expect(isAnswered).toBe(false)
    await waitFor('')
    expect(await saving).toBe('unchanged')
  },
  SLOW,
)

test('reading waits for no standby', async () => {
  await waitFor(ABSENT)
  expect((await head.call(pupilNoteEndpoints.list, { params: { id } })).statusCode).toBe(200)
})

test(
  'a server that is set to lose acknowledged writes is told not to',
  async () => {
    await postgres.asSuperuser('alter role schulhof_app set synchronous_commit = off')
    const setting = async () => {
      const client = await app.platform.pool.connect()
      const { rows } = await client.query('show synchronous_commit')
      client.release(true)
      return rows[0].synchronous_commit
    }
    expect(await setting()).toBe('on')
    expect(await setting()).toBe('on')
    await postgres.asSuperuser('alter role schulhof_app reset synchronous_commit')
  },
  SLOW,
)

test(
  'a standby behind the address serves nobody, not even old data; once it is promoted all is well without a restart',
  async () => {
    const promote = await postgres.becomeStandby()
    const read = () => head.call(pupilNoteEndpoints.list, { params: { id } })
    const readiness = async () => (await app.app.inject({ url: '/readyz' })).statusCode
    expectUnknown(await read())
    expectUnknown(await write(randomUUID(), 'Notiz am Standby'))
    expect(await readiness()).toBe(503)
    await promote()
    await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 10_000 })
    expect((await read()).statusCode).toBe(200)
    expect((await write(randomUUID(), 'Notiz danach')).statusCode).toBe(201)
  },
  SLOW,
)
