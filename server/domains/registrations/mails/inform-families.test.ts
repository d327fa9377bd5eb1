import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailWordingEndpoints } from '#contract/mailwordings/mailwordings.ts'
import {
  type Decided,
  registrationInformEndpoints as endpoints,
  INFORM_TEXTS,
  type InformResult,
} from '#contract/registrations/registrations.inform.ts'
import { STATUS_MAIL_TEXTS } from '#contract/registrations/registrations.mails.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type DecidedFamilies, decided, OLE, openDecidedFamilies } from '#server/test/decided-families.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { statementsOf } from '#server/test/sent-statements.ts'
import { TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: DecidedFamilies
let app: TestApp
let post: PostOffice
let fsw: number
let head: TestVisitor
let family: DecidedFamilies['family']
let plan: DecidedFamilies['plan']
let details: DecidedFamilies['details']

beforeAll(async () => {
  school = await openDecidedFamilies()
  ;({ app, fsw, head, family, plan, details } = school)
  post = await openPostOffice(app)
})
beforeEach(async () => {
  app.setNow(TEST_NOW)
  post.mails.length = 0
  await app.database.owner.query('delete from graphile_worker._private_jobs')
})
afterEach(() => {
  post.server.state.mood = 'accept'
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

const sendAs = (families: Decided[], visitor = head, key: string = crypto.randomUUID()) =>
  visitor.call(endpoints.send, { body: { families }, headers: { 'idempotency-key': key } })
const send = async (families: Decided[]): Promise<InformResult[]> => {
  const reply = await sendAs(families)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().results
}
/** Starts calls while somebody else works on these applications, and lets them go on once all of them wait. */
const whileLocked = async <T>(ids: readonly number[], start: () => Promise<T>[]) => {
  const other = await app.database.owner.connect()
  try {
    await other.query('begin')
    await other.query(`select set_config('app.school_id', $1, true)`, [String(fsw)])
    await other.query('select id from registration where id = any($1) for update', [ids])
    const calls = start()
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.platform.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(2)
    await other.query('commit')
    return calls
  } finally {
    other.release()
  }
}
const recipients = () => post.mails.flatMap(({ envelope }) => envelope).toSorted()

describe('the plan to inform many families', () => {
  test('says who gets a mail, who a letter, and why the others get nothing', async () => {
    const both = await family('accepted', { second: OLE })
    const silent = await family('rejected', { mail: null })
    const unconfirmed = await family('waiting', { isConfirmed: false })
    const fresh = await family('new')
    const gone = await family('rejected')
    await head.call(withdrawalEndpoints.withdraw, {
      params: { id: gone },
      body: { reason: null, version: (await details(gone)).version },
    })
    const homeless = await family('rejected', { mail: null })
    await school.setContact(homeless, 1, { same_address: false })
    const shown = await plan([both, silent, unconfirmed, fresh, gone, homeless, 987_654])
    expect(shown.mails.map(({ id, kind, readers }) => [id, kind, readers])).toEqual([
      [both, 'accepted', ['Anna Müller', 'Ole Berg']],
    ])
    expect(shown.letters.map(({ id, kind, readers }) => [id, kind, readers])).toEqual([
      [silent, 'rejected', ['Anna Müller']],
      [unconfirmed, 'waiting', ['Anna Müller']],
    ])
    expect(shown.left_out.map(({ id, reason, message }) => [id, reason, message])).toEqual([
      [fresh, 'undecided', STATUS_MAIL_TEXTS.nothingToTell],
      [gone, 'ended', REGISTRATION_TEXTS.withdrawn],
      [homeless, 'unreachable', INFORM_TEXTS.noWay],
      [987_654, 'unknown', INFORM_TEXTS.unknown],
    ])
    await post.runDue()
    expect(post.mails).toEqual([])
  })

  test('leaves out an acceptance whose text names a day that is not set', async () => {
    const id = await family('accepted')
    const { version } = await details(id)
    await head.call(placeEndpoints.change, { params: { id }, body: { place_confirm_due_at: null, version } })
    expect((await plan([id])).left_out[0]).toMatchObject({ reason: 'deadline', message: STATUS_MAIL_TEXTS.noDeadline })
    const own = { subject: 'Zusage {Nummer}', body: 'Guten Tag,\n\n{Vorname} hat einen Platz.', version: 0 }
    const key = 'registration_accepted'
    await head.call(mailWordingEndpoints.save, { params: { key }, body: own })
    expect((await plan([id])).mails).toHaveLength(1)
    await head.call(mailWordingEndpoints.reset, { params: { key }, body: { version: 1 } })
  })

  test('asks the database no more for many than for few', async () => {
    const ids: number[] = []
    for (let count = 0; count < 12; count += 1) ids.push(await family('rejected'))
    const few = await statementsOf(() => plan(ids.slice(0, 2)))
    const many = await statementsOf(() => plan(ids))
    expect(many.texts.length).toBe(few.texts.length)
  })
})

describe('mails to many families', () => {
  test('go to everybody with a confirmed address, once; the reply says it for each family', async () => {
    const [one, two] = [
      await family('accepted', { second: OLE, mail: 'anna1@example.org' }),
      await family('rejected', { mail: 'anna2@example.org' }),
    ]
    const results = await send([decided(one), decided(two, 'rejected')])
    expect(results.map(({ ok, sent, message, is_waiting }) => [ok, sent, message, is_waiting])).toEqual([
      [true, 2, 'E-Mail an Anna Müller und Ole Berg.', false],
      [true, 1, 'E-Mail an Anna Müller.', false],
    ])
    await post.runDue()
    expect(recipients()).toEqual(['anna1@example.org', 'anna2@example.org', 'ole@example.org'])
    expect((await details(two)).last_told).toMatchObject({ is_waiting: false, by_letter: false })
    const again = await send([decided(one), decided(two, 'rejected')])
    expect(again.map(({ ok, is_informed, message }) => [ok, is_informed, message])).toEqual([
      [false, true, 'Zusage schon am 20.11.2026 gesendet.'],
      [false, true, 'Absage schon am 20.11.2026 gesendet.'],
    ])
    await post.runDue()
    expect(post.mails).toHaveLength(3)
  })

  test('are queued once when the same call comes twice, and when two people send at the same time', async () => {
    const id = await family('waiting')
    const key = crypto.randomUUID()
    const [first, second] = [
      await sendAs([decided(id, 'waiting')], head, key),
      await sendAs([decided(id, 'waiting')], head, key),
    ]
    expect(second.json()).toEqual(first.json())
    const ids = [await family('rejected'), await family('rejected')]
    const colleague = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
    const both = ids.map((one) => decided(one, 'rejected'))
    const calls = await whileLocked(ids, () => [sendAs(both), sendAs(both.toReversed(), colleague)])
    const results = (await Promise.all(calls)).flatMap((reply) => reply.json().results as InformResult[])
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, false, true, true])
    await post.runDue()
    expect(post.mails).toHaveLength(3)
  })

  test('wait in the outbox while the mail server is down, and the families count as informed', async () => {
    const id = await family('rejected')
    post.server.state.mood = 'busy'
    await send([decided(id, 'rejected')])
    await post.runDue()
    expect(post.mails).toHaveLength(0)
    expect((await plan([id])).left_out[0]).toMatchObject({
      reason: 'informed',
      message: STATUS_MAIL_TEXTS.waitingBefore('Absage'),
    })
    post.server.state.mood = 'accept'
    await post.runAll()
    expect(post.mails).toHaveLength(1)
  })

  test('leave out a decision that has changed, a family without address and one that is unknown', async () => {
    const changed = await family('accepted')
    const silent = await family('accepted', { mail: null })
    const results = await send([decided(changed, 'rejected'), decided(silent), decided(987_654)])
    expect(results.map(({ ok, is_informed, message }) => [ok, is_informed, message])).toEqual([
      [false, false, INFORM_TEXTS.changed],
      [false, false, INFORM_TEXTS.noWay],
      [false, false, INFORM_TEXTS.unknown],
    ])
    await post.runDue()
    expect(post.mails).toEqual([])
  })

  test('know nothing of applications of another school', async () => {
    const { id } = await makeApplication(app, school.fow, { grade: 7, lastname: 'Fremd' })
    expect(await plan([id])).toEqual({
      mails: [],
      letters: [],
      left_out: [{ id, number: null, child: null, reason: 'unknown', message: INFORM_TEXTS.unknown }],
    })
    expect((await send([decided(id)]))[0]).toMatchObject({ ok: false, number: null, message: INFORM_TEXTS.unknown })
    expect((await school.letters([decided(id)])).statusCode).toBe(409)
  })

  test('are refused without the right, for none, for one twice and for too many', async () => {
    const teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
    const id = await family('rejected')
    for (const reply of [await sendAs([decided(id)], teacher), await school.letters([decided(id)], teacher)])
      expect(reply.statusCode).toBe(403)
    const many = Array.from({ length: 101 }, (_, index) => decided(index + 1))
    for (const families of [[], [decided(id), decided(id)], many]) expect((await sendAs(families)).statusCode).toBe(422)
  })

  test('are at most five a day about one application', async () => {
    const id = await family('rejected')
    for (const kind of ['accepted', 'rejected', 'accepted', 'rejected', 'accepted', 'rejected'] as const) {
      await head.call(registrationEndpoints.changeStatus, { params: { id }, body: { status: kind } })
      app.setNow(new Date(app.platform.now().getTime() + 60_000))
      const [result] = await send([decided(id, kind)])
      if (result?.ok === false) expect(result.message).toBe(INFORM_TEXTS.tooMany)
    }
    await post.runDue()
    const written = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('registration_status_mail').select('id').where('registration_id', '=', id).execute(),
    )
    expect(written).toHaveLength(5)
  })
})
