import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { mailWordingEndpoints } from '#contract/mailwordings/mailwordings.ts'
import {
  registrationMailEndpoints as endpoints,
  STATUS_MAIL_TEXTS,
} from '#contract/registrations/registrations.mails.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { announceRegistrations } from './announce-registrations.ts'

let app: TestApp
let post: PostOffice
let fsw: number
let head: TestVisitor
let otherHead: TestVisitor

beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  otherHead = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
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

const change = async (id: number, status: RegistrationStatus) =>
  (await head.call(registrationEndpoints.changeStatus, { params: { id }, body: { status } })).json().version as number

let families = 0
/** An application with two mail addresses; only those at the given positions are confirmed. */
const family = async (status: RegistrationStatus, confirmed: readonly number[] = [1, 2]) => {
  families += 1
  const mail = `a${families}@example.org`
  const second = { firstname: 'Ole', lastname: 'Berg', mail: `o${families}@example.org` }
  const { id } = await makeApplication(app, fsw, { mail, second })
  await insideSchool(app, fsw, (tx) =>
    tx
      .updateTable('registration_contact')
      .set({ mail_verified_at: TEST_NOW.toISOString() })
      .where('registration_id', '=', id)
      .where('position', 'in', [0, ...confirmed])
      .execute(),
  )
  const version = await change(id, status)
  const { contacts } = (await head.call(registrationEndpoints.get, { params: { id } })).json()
  return { id, version, mail, second: second.mail, ids: contacts.map((one: { id: number }) => one.id) as number[] }
}
type Family = Awaited<ReturnType<typeof family>>

const send = ({ id, ids, version }: Pick<Family, 'id' | 'ids' | 'version'>, more: object = {}) =>
  head.call(endpoints.sendStatusMail, {
    params: { id },
    body: { contact_ids: ids, version, ...more },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const preview = async (id: number, addition: string | null = null) =>
  (await head.call(endpoints.previewStatusMail, { params: { id }, body: { addition } })).json()
const details = async (id: number) => (await head.call(registrationEndpoints.get, { params: { id } })).json()
const additionsOf = (id: number) =>
  insideSchool(app, fsw, async (tx) => {
    const rows = await tx
      .selectFrom('registration_status_mail')
      .select('addition')
      .where('registration_id', '=', id)
      .execute()
    return rows.map(({ addition }) => addition)
  })

describe('a status mail', () => {
  test('has the text of the preview, and goes to everybody who confirmed and to nobody else', async () => {
    const one = await family('accepted', [1])
    const shown = await preview(one.id, 'Wir freuen uns auf Sie.\n\nIhr Sekretariat')
    expect(shown.recipients).toEqual([{ contact_id: one.ids[0], fullname: 'Anna Müller', mail: one.mail }])
    expect(shown.unreachable).toEqual([{ contact_id: one.ids[1], fullname: 'Ole Berg', reason: 'unverified' }])
    expect(shown.mail.paragraphs.join('\n')).toContain('bis zum 04.12.2026')
    expect((await send(one)).json().errors).toEqual({ contact_ids: [STATUS_MAIL_TEXTS.notVerified] })
    const ids = one.ids.slice(0, 1)
    const addition = 'Wir freuen uns auf Sie.\n\nIhr Sekretariat'
    expect((await send({ ...one, ids }, { addition })).statusCode).toBe(200)
    expect(post.mails).toHaveLength(0)
    await post.runDue()
    expect(post.mails).toHaveLength(1)
    const [mail] = post.mails
    expect(mail?.envelope).toEqual([one.mail])
    expect(mail?.subject).toBe(shown.mail.subject)
    for (const line of [...shown.mail.paragraphs, ...shown.mail.closing]) expect(mail?.text).toContain(line)
    expect(await additionsOf(one.id)).toEqual([null])
  })

  test('is never sent automatically', async () => {
    await family('rejected')
    await post.runDue()
    expect(post.mails).toHaveLength(0)
  })

  test('of a rejection says the day of deletion, no reason; one of the waiting list no rank', async () => {
    const rejected = await preview((await family('rejected')).id)
    expect(rejected.mail.closing[0]).toBe('Ihre Angaben zu dieser Bewerbung löschen wir frühestens am 20.05.2027.')
    const waiting = await preview((await family('waiting')).id)
    expect(`${waiting.mail.subject} ${waiting.mail.paragraphs.join(' ')}`).not.toMatch(/Rang|Platz \d|Nr\. \d/)
  })

  test('is in the words of the own school', async () => {
    const key = 'registration_waiting'
    const own = { subject: 'Warten {Nummer}', body: 'Liebe Familie,\n\n{Vorname} wartet.', version: 0 }
    await head.call(mailWordingEndpoints.save, { params: { key }, body: own })
    expect((await preview((await family('waiting')).id)).mail.paragraphs).toEqual(['Liebe Familie,', 'Mia wartet.'])
    const others = (await otherHead.call(mailWordingEndpoints.list)).json()
    expect(others.find((wording: { key: string }) => wording.key === key).is_own).toBe(false)
  })

  test('is not sent after the status changed, and is shown as not needed', async () => {
    const one = await family('waiting')
    await send(one)
    await change(one.id, 'rejected')
    await post.runDue()
    expect(post.mails).toHaveLength(0)
    const { contacts } = await details(one.id)
    expect(contacts[0].mails[0]).toMatchObject({ template: 'registration_waiting', state: 'dropped' })
  })

  test('forgets its personal lines also when it was dropped', async () => {
    const one = await family('accepted')
    await send(one, { addition: 'Bis bald' })
    await change(one.id, 'rejected')
    await post.runDue()
    await announceRegistrations(app.platform)({})
    expect(await additionsOf(one.id)).toEqual([null])
  })

  test('outlasts a mail server that is away and arrives once', async () => {
    const one = await family('accepted')
    await send(one, { addition: 'Bis bald' })
    await post.server.stop()
    await post.runDue()
    expect((await details(one.id)).contacts[0].mails[0]).toMatchObject({ state: 'queued', trouble: 'unreachable' })
    await post.server.start()
    await post.runAll()
    await post.runAll()
    expect(post.mails.map(({ envelope }) => envelope[0]).sort()).toEqual([one.mail, one.second].sort())
    expect(post.mails.every(({ text }) => text?.includes('Bis bald'))).toBe(true)
  })
})

describe('a status mail is refused', () => {
  const refusal = async (reply: Promise<{ statusCode: number; json(): { message: string } }>) => {
    const { statusCode, json } = await reply
    return [statusCode, json().message]
  }

  test('for a new and a withdrawn application', async () => {
    const one = await family('new')
    expect(await refusal(send(one))).toEqual([409, STATUS_MAIL_TEXTS.nothingToTell])
    const gone = await family('accepted')
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration').set({ withdrawn_at: TEST_NOW.toISOString() }).where('id', '=', gone.id).execute(),
    )
    expect(await refusal(send(gone))).toEqual([409, REGISTRATION_TEXTS.withdrawn])
  })

  test('for who is not signed in or no head; another school’s is as unknown as none', async () => {
    const one = await family('accepted')
    const teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)
    const calls: [Endpoint, object][] = [
      [endpoints.previewStatusMail, { addition: null }],
      [endpoints.sendStatusMail, { addition: null, contact_ids: one.ids, version: one.version }],
      [endpoints.resendMail, {}],
    ]
    for (const [endpoint, body] of calls) {
      const ask = (visitor: TestVisitor, id: number) => visitor.call(endpoint, { params: { id, mailId: 1 }, body })
      expect((await ask(app.visitor(), one.id)).statusCode).toBe(401)
      expect((await ask(teacher, one.id)).statusCode).toBe(403)
      const [foreign, unknown] = [await ask(otherHead, one.id), await ask(otherHead, 999_999)]
      expect([foreign.statusCode, foreign.body]).toEqual([404, unknown.body])
    }
    await post.runDue()
    expect(post.mails).toEqual([])
  })

  test('when somebody decided otherwise since the preview', async () => {
    const one = await family('accepted')
    await change(one.id, 'waiting')
    expect(await refusal(send(one))).toEqual([409, ERROR_TEXTS.stale])
  })

  test('when the last one said the same, unless the user confirms it; at most five a day', async () => {
    const one = await family('accepted')
    expect((await send(one)).statusCode).toBe(200)
    expect(await refusal(send(one))).toEqual([409, STATUS_MAIL_TEXTS.waitingBefore('Zusage')])
    expect(Date.parse((await preview(one.id)).sent_before.at)).toBe(TEST_NOW.getTime())
    for (let n = 0; n < 4; n++) expect((await send(one, { again: true })).statusCode).toBe(200)
    expect((await send(one, { again: true })).statusCode).toBe(429)
  })

  test('not when the last one failed, was dropped, or was of an earlier decision', async () => {
    const failed = await family('waiting', [1])
    const one = { ...failed, ids: failed.ids.slice(0, 1) }
    post.server.state.mood = 'refuse'
    await send(one)
    expect(await refusal(send(one))).toEqual([409, STATUS_MAIL_TEXTS.waitingBefore('Mitteilung zur Warteliste')])
    await post.runDue()
    post.server.state.mood = 'accept'
    expect((await preview(one.id)).sent_before).toBeNull()
    expect((await send(one)).statusCode).toBe(200)
    await post.runDue()
    expect((await preview(one.id)).sent_before).not.toBeNull()
    app.setNow(new Date(TEST_NOW.getTime() + 3_600_000))
    await change(one.id, 'rejected')
    const version = await change(one.id, 'waiting')
    expect((await preview(one.id)).sent_before).toBeNull()
    expect((await send({ ...one, version })).statusCode).toBe(200)
  })

  test('while its text names a deadline that is not set', async () => {
    const one = await family('accepted')
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration').set({ place_confirm_due_at: null }).where('id', '=', one.id).execute(),
    )
    expect((await preview(one.id)).hints).toEqual([STATUS_MAIL_TEXTS.noDeadline])
    expect(await refusal(send(one))).toEqual([409, STATUS_MAIL_TEXTS.noDeadline])
  })

  test('sent ten times at once: one mail each', async () => {
    const one = await family('accepted')
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(one)))
    expect(new Set(replies.map(({ statusCode }) => statusCode)).has(200)).toBe(true)
    await post.runDue()
    expect(post.mails).toHaveLength(2)
  })
})

describe('a mail that failed', () => {
  const resend = (id: number, mailId: number, visitor = head) =>
    visitor.call(endpoints.resendMail, { params: { id, mailId } })

  test('is shown in list and details with its reason, delays no other mail, and can be sent again', async () => {
    const [poison, healthy] = [await family('accepted', [1]), await family('waiting', [1])]
    await send({ ...poison, ids: poison.ids.slice(0, 1) })
    Object.assign(post.server.state, { mood: 'refuse', words: '5.1.1 User unknown' })
    await post.runDue()
    post.server.state.mood = 'accept'
    await send({ ...healthy, ids: healthy.ids.slice(0, 1) })
    await post.runDue()
    expect(post.mails.map(({ envelope }) => envelope[0])).toEqual([healthy.mail])
    const failed = (await details(poison.id)).contacts[0].mails[0]
    expect(failed).toMatchObject({ state: 'failed', trouble: 'unknown', may_resend: true })
    const flagged = (await head.call(registrationEndpoints.list, { query: { mail_failed: true, per_page: 0 } })).json()
    expect(flagged.data.map(({ id }: { id: number }) => id)).toEqual([poison.id])
    expect(flagged.data[0].mail_failed).toBe(true)

    expect((await resend(poison.id, failed.id, otherHead)).statusCode).toBe(404)
    expect((await resend(healthy.id, failed.id)).statusCode).toBe(404)
    expect((await resend(poison.id, failed.id)).statusCode).toBe(200)
    expect((await resend(poison.id, failed.id)).json().message).toBe(STATUS_MAIL_TEXTS.notFailed)
    await post.runDue()
    expect(post.mails.map(({ envelope }) => envelope[0])).toEqual([healthy.mail, poison.mail])
    expect((await details(poison.id)).mail_failed).toBe(false)
  })

  test('to a former address does not go again', async () => {
    const one = await family('accepted', [1])
    await send({ ...one, ids: one.ids.slice(0, 1) })
    post.server.state.mood = 'refuse'
    await post.runDue()
    const failed = (await details(one.id)).contacts[0].mails[0]
    await insideSchool(app, fsw, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail: 'neu@example.org' })
        .where('id', '=', one.ids[0] ?? 0)
        .execute(),
    )
    expect((await resend(one.id, failed.id)).json().message).toBe(STATUS_MAIL_TEXTS.addressChanged)
    expect((await details(one.id)).contacts[0].mails[0].may_resend).toBe(false)
  })
})
