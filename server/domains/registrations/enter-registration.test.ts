import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { makeApplication, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let yearId: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const facts = (await head.call(endpoints.formOptions)).json()
  yearId = facts.schoolyears.at(-1).id
})
afterAll(() => app.stop())

/** The least that a paper form may contain: no mail, no telephone, no confirmation. */
const paper = (change: Record<string, unknown> = {}, meta: Record<string, unknown> = {}) => ({
  school_year_id: yearId,
  meta: {
    entry_type: 'regular',
    child_firstname: 'Papier',
    child_lastname: 'Kind',
    child_gender: 'm',
    child_birthdate: '31.3.21',
    child_street: 'Dorfstraße',
    child_house_number: '1a',
    child_zip: '15999',
    child_city: 'Wacholderhain',
    custody: 'sole',
    afterschool_care: 'none',
    ...meta,
  },
  contacts: [{ firstname: 'Anna', lastname: 'Kind', relationship: 'mother', same_address: true }],
  ...change,
})
const withMail = (mail: string) => [
  { firstname: 'Anna', lastname: 'Kind', relationship: 'mother', same_address: true, mail },
]
const add = (body: unknown, visitor = head) => visitor.call(endpoints.add, { body })
const details = async (id: number) => (await head.call(endpoints.get, { params: { id } })).json() as RegistrationDetails

describe('an application from paper or telephone', () => {
  test('needs neither mail nor confirmations, and gets its number, source and arrival', async () => {
    const reply = await add(paper())
    expect([reply.statusCode, reply.json()]).toEqual([
      201,
      { id: expect.any(Number), number: expect.stringMatching(/^FSW-2027-\d{4}$/) },
    ])
    const registration = await details(reply.json().id)
    expect(registration).toMatchObject({
      source: 'staff',
      status: 'new',
      mail_state: 'none',
      child_birthdate: '2021-03-31',
      desired_grade: 1,
      status_history: [{ from: null, to: 'new', by: expect.stringMatching(/^Person/) }],
    })
  })

  test('sends the confirmation mail only on wish', async () => {
    const silent = (await add(paper({ contacts: withMail('still@example.org') }))).json()
    expect((await details(silent.id)).contacts[0]?.mails).toEqual([])
    const asked = (await add(paper({ contacts: withMail('gern@example.org'), send_optin: true }))).json()
    expect((await details(asked.id)).contacts[0]?.mails).toMatchObject([{ state: 'queued' }])
  })

  test('may arrive with a status, which brings what it always brings', async () => {
    const one = (await add(paper({ status: 'waiting' }, { child_firstname: 'Eins' }))).json()
    const two = (await add(paper({ status: 'waiting' }, { child_firstname: 'Zwei' }))).json()
    expect([(await details(one.id)).wait_rank, (await details(two.id)).wait_rank]).toEqual([1, 2])
    const accepted = (await add(paper({ status: 'accepted' }, { child_firstname: 'Drei' }))).json()
    const registration = await details(accepted.id)
    expect(registration).toMatchObject({ status: 'accepted', place_confirm_due_at: '2026-12-04' })
    expect(registration.status_history.map(({ to }) => to)).toEqual(['new', 'accepted'])
  })

  test('is taken also when the online form is closed', async () => {
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('schoolyear').set({ registration_from: null, registration_until: null }).execute(),
    )
    expect((await add(paper({}, { child_firstname: 'Spät' }))).statusCode).toBe(201)
  })

  test('is judged by the form’s rules, each message at its field, and nothing is written', async () => {
    const count = () =>
      insideSchool(app, fsw, async (tx) => (await tx.selectFrom('registration').select('id').execute()).length)
    const before = await count()
    const reply = await add(
      paper({ contacts: withMail('kein@') }, { child_birthdate: '31.2.2021', child_zip: '1', child_lastname: '' }),
    )
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors).sort()).toEqual([
      'contacts.0.mail',
      'meta.child_birthdate',
      'meta.child_lastname',
      'meta.child_zip',
    ])
    expect(await count()).toBe(before)
  })

  test('for a year of another school or one that is over: 422 at the year', async () => {
    const foreign = await insideSchool(app, fow, (tx) => tx.selectFrom('schoolyear').select('id').execute())
    const closed = await insideSchool(app, fsw, (tx) =>
      tx
        .updateTable('schoolyear')
        .set({ state: 'closed' })
        .where('state', '=', 'active')
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    for (const id of [...foreign.map(({ id }) => id), closed.id, 999_999]) {
      const reply = await add(paper({ school_year_id: id }))
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['school_year_id']])
    }
  })

  test('sent twice with one key is one application', async () => {
    const send = () =>
      head.call(endpoints.add, {
        body: paper({}, { child_firstname: 'Doppelklick' }),
        headers: { 'idempotency-key': 'einmal' },
      })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.statusCode, second.body]).toEqual([201, first.body])
  })

  test.each(['teacher_level_1', 'viewer'] as const)('a %s may not enter one', async (role) => {
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
    expect((await add(paper(), visitor)).statusCode).toBe(403)
  })
})

describe('sending the confirmation mail again', () => {
  const resend = (contactId: number, visitor = head) =>
    visitor.call(endpoints.resendContactOptin, { params: { contactId } })
  const contactOf = async (id: number) => (await details(id)).contacts[0]?.id ?? 0
  /** Whether list and details show the button. */
  const offersResend = async (id: number) => {
    const { data } = (await head.call(endpoints.list, { query: { per_page: 0 } })).json()
    const row = data.find((one: { id: number }) => one.id === id)
    return [row.contact.may_resend, (await details(id)).contacts[0]?.may_resend]
  }
  const aMinuteLater = () => app.database.pool.query('delete from rate_limit')

  test('says so in the spec’s words, puts one mail into the outbox and logs it', async () => {
    const { id } = await makeApplication(app, fsw)
    const reply = await resend(await contactOf(id))
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Die E-Mail wurde erfolgreich versendet.' }])
    expect((await details(id)).contacts[0]?.mails).toHaveLength(1)
    const log = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('user_log').select('entity_id').where('action', '=', 'optin_resent').execute(),
    )
    expect(log).toEqual([{ entity_id: id }])
  })

  test('once a minute: 429 with the time to wait, and no mail', async () => {
    const { id } = await makeApplication(app, fsw)
    const contact = await contactOf(id)
    await resend(contact)
    const second = await resend(contact)
    expect(second.statusCode).toBe(429)
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
    expect(second.json().message).toMatch(/eine Minute/)
    expect((await details(id)).contacts[0]?.mails).toHaveLength(1)
  })

  test('five in all, then the address is to be checked', async () => {
    const { id } = await makeApplication(app, fsw)
    const contact = await contactOf(id)
    for (let n = 0; n < 5; n++) {
      await aMinuteLater()
      expect(await offersResend(id)).toEqual([true, true])
      expect((await resend(contact)).statusCode).toBe(200)
    }
    await aMinuteLater()
    const sixth = await resend(contact)
    expect([sixth.statusCode, sixth.json().message]).toEqual([422, REGISTRATION_TEXTS.checkAddress])
    // None of the five mails has left yet: waiting mails count, for the button as for the server.
    expect(await offersResend(id)).toEqual([false, false])
    expect((await details(id)).contacts[0]?.mails).toHaveLength(5)
  })

  test('20 at once put one mail into the outbox', async () => {
    const { id } = await makeApplication(app, fsw)
    const contact = await contactOf(id)
    const codes = (await Promise.all(Array.from({ length: 20 }, () => resend(contact)))).map(
      (reply) => reply.statusCode,
    )
    expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 429)])
    expect((await details(id)).contacts[0]?.mails).toHaveLength(1)
  })

  test('not without address, not to a confirmed one, not for a withdrawn application', async () => {
    const none = await makeApplication(app, fsw, { mail: null })
    expect(await offersResend(none.id)).toEqual([false, false])
    expect((await resend(await contactOf(none.id))).json().message).toBe(REGISTRATION_TEXTS.checkAddress)
    const verified = await makeApplication(app, fsw)
    await insideSchool(app, fsw, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail_verified_at: '2026-11-19T09:00:00Z' })
        .where('registration_id', '=', verified.id)
        .execute(),
    )
    const confirmed = await resend(await contactOf(verified.id))
    expect([confirmed.statusCode, confirmed.json().message]).toEqual([422, REGISTRATION_TEXTS.mailVerified])
    const { id } = await makeApplication(app, fsw)
    await setApplication(app, fsw, { id, withdrawn_at: '2026-11-19T09:00:00Z' })
    expect((await resend(await contactOf(id))).statusCode).toBe(409)
    expect((await details(id)).contacts[0]?.may_resend).toBe(false)
  })

  test('unknown, of a deleted application or of another school: one 404; others may not', async () => {
    const { id } = await makeApplication(app, fsw)
    const contact = await contactOf(id)
    const viewer = await app.signedIn((await makeUser(app, { role: 'viewer', schools: [fsw] })).id)
    expect((await resend(contact, viewer)).statusCode).toBe(403)
    const other = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
    const unknown = await resend(999_999)
    expect([unknown.statusCode, (await resend(contact, other)).body]).toEqual([404, unknown.body])
    await head.call(endpoints.remove, { params: { id } })
    expect((await resend(contact)).body).toBe(unknown.body)
  })
})
