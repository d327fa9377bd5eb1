import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import { OPTIN_SENDS_MAX } from '#contract/registrations/registrations.mail-state.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { queueOptin } from '#server/domains/registrations/mails/send-optin.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { apply, fillForm, readNewest, SECOND_CONTACT, submit } from '#server/test/family-forms.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  await makeSchool(app, 'fow')
})
beforeEach(() => app.setNow(TEST_NOW))
afterAll(() => app.stop())

const fswForm = { params: { school_short: 'fsw' } }

let families = 0
const anotherFamily = () => {
  families += 1
  return { 'contacts.0.mail': `familie${families}@example.org` }
}
const receiptOf = async (browser: TestVisitor, short = 'fsw') =>
  (await browser.call(endpoints.receipt, { params: { school_short: short } })).json().receipt
const correct = (browser: TestVisitor, mail: string, position = 1) =>
  browser.call(endpoints.correctMail, { ...fswForm, body: { position, mail } })

describe('the receipt', () => {
  test('shows number and masked addresses to the browser that sent, and nothing about the child', async () => {
    const browser = app.visitor()
    const answers = { ...SECOND_CONTACT, ...anotherFamily() }
    const number = await apply(app, browser, { answers })
    expect(await receiptOf(browser)).toEqual({
      number,
      received_at: '2026-11-20T06:41:00Z',
      message: PUBLIC_REGISTRATION_TEXTS.thanks(number),
      contacts: [
        { position: 1, mail_masked: 'f***@example.org', is_verified: false, delivery: 'sent', corrections_left: 2 },
        { position: 2, mail_masked: 'o***@example.org', is_verified: false, delivery: 'sent', corrections_left: 2 },
      ],
    })
    expect(await receiptOf(app.visitor())).toBeNull()
    expect(await receiptOf(browser, 'fow')).toBeNull()
  })

  test('lasts an hour', async () => {
    const browser = app.visitor()
    await apply(app, browser, { answers: anotherFamily() })
    const sentAt = app.platform.now().getTime()
    app.setNow(new Date(sentAt + 3_600_000 - 1))
    expect(await receiptOf(browser)).not.toBeNull()
    app.setNow(new Date(sentAt + 3_600_000))
    expect(await receiptOf(browser)).toBeNull()
    expect((await browser.call(endpoints.receiptContacts, fswForm)).statusCode).toBe(404)
    expect((await correct(browser, 'neu@example.org')).statusCode).toBe(404)
  })

  test('stands when the same is sent again; a stranger who knows the answers gets the number, but no receipt', async () => {
    const browser = app.visitor()
    const body = await fillForm(app, browser, { answers: anotherFamily() })
    const { number } = (await submit(browser, 'fsw', body)).json()
    await submit(browser, 'fsw', body)
    expect(await receiptOf(browser)).toMatchObject({ number })
    const stranger = app.visitor('10.7.7.7')
    expect((await submit(stranger, 'fsw', body)).json()).toMatchObject({ number })
    expect(await receiptOf(stranger)).toBeNull()
    expect((await correct(stranger, 'fremd@example.org')).statusCode).toBe(404)
  })

  test('of the same application sent again does not bring the corrections back', async () => {
    const browser = app.visitor()
    const body = await fillForm(app, browser, { answers: anotherFamily() })
    await submit(browser, 'fsw', body)
    for (const mail of ['eins@example.org', 'zwei@example.org'])
      expect((await correct(browser, mail)).statusCode).toBe(200)
    await submit(browser, 'fsw', body)
    expect((await correct(browser, 'drei@example.org')).statusCode).toBe(409)
  })

  test('gives the contacts for another child, without ids', async () => {
    const browser = app.visitor()
    await apply(app, browser, {
      answers: {
        ...anotherFamily(),
        'contacts.0.same_address': false,
        'contacts.0.street': 'Am See',
        'contacts.0.house_number': '3',
        'contacts.0.zip': '14467',
        'contacts.0.city': 'Potsdam',
      },
    })
    const reply = await browser.call(endpoints.receiptContacts, fswForm)
    expect(reply.json()).toEqual({
      custody: 'sole',
      second_contact_unreachable: false,
      second_contact_note: null,
      sibling: { firstname: expect.any(String), lastname: 'Müller' },
      address: { street: 'Dorfstraße', house_number: '1a', zip: '15999', city: 'Wacholderhain' },
      contacts: [
        {
          firstname: 'Anna',
          lastname: 'Müller',
          relationship: 'mother',
          mail: `familie${families}@example.org`,
          phone: '0331 123456',
          same_address: false,
          street: 'Am See',
          house_number: '3',
          zip: '14467',
          city: 'Potsdam',
        },
      ],
    })
    expect((await app.visitor().call(endpoints.receiptContacts, fswForm)).statusCode).toBe(404)
  })
})

describe('correcting an address', () => {
  test('sends a new mail and is possible twice', async () => {
    const browser = app.visitor()
    await apply(app, browser, { answers: anotherFamily() })
    const first = await correct(browser, 'richtig@example.org')
    expect(first.json().contacts).toMatchObject([{ mail_masked: 'r***@example.org', corrections_left: 1 }])
    expect((await correct(browser, 'richtiger@example.org')).json().contacts).toMatchObject([{ corrections_left: 0 }])
    const third = await correct(browser, 'noch@example.org')
    expect(third.statusCode).toBe(409)
    expect(third.json()).toEqual({ message: PUBLIC_REGISTRATION_TEXTS.correctionUsedUp })
    const { contacts, mails } = await readNewest(app, fsw)
    expect(contacts).toMatchObject([{ mail: 'richtiger@example.org', mail_verified_at: null }])
    expect(mails.map(({ recipient_masked }) => recipient_masked)).toHaveLength(3)
  })

  test('does not give five mails more each time, and ends with the fifth; staff can still correct it', async () => {
    const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
    const browser = app.visitor()
    await apply(app, browser, { answers: anotherFamily() })
    expect((await correct(browser, 'zweite@example.org')).statusCode).toBe(200)
    const { id } = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('registration').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    const { contacts } = await readNewest(app, fsw)
    const contact = { id: contacts[0]?.id ?? 0, mail: 'zweite@example.org' }
    await insideSchool(app, fsw, async (tx) => {
      for (let sent = 2; sent < OPTIN_SENDS_MAX; sent++) await queueOptin(tx, contact)
    })
    const refused = await correct(browser, 'dritte@example.org')
    expect([refused.statusCode, refused.json().message]).toEqual([409, PUBLIC_REGISTRATION_TEXTS.correctionUsedUp])
    const page = async () => (await head.call(registrationEndpoints.get, { params: { id } })).json()
    const before = await page()
    expect(before.contacts).toMatchObject([{ mail: 'zweite@example.org', may_resend: false }])
    const [person] = before.answers.contacts
    const saved = await head.call(registrationEditEndpoints.change, {
      params: { id },
      body: {
        ...{ ...before.answers, contacts: [{ ...person, mail: 'vierte@example.org' }] },
        ...{ changed: ['contacts.0.mail'], version: before.version },
      },
    })
    expect(saved.statusCode, saved.body).toBe(200)
    // The new address gets one mail to confirm it, and no sixth mail after it.
    const [after] = (await page()).contacts
    expect(after).toMatchObject({ mail: 'vierte@example.org', may_resend: false })
    expect(after.mails).toHaveLength(OPTIN_SENDS_MAX + 1)
  })

  test('is not written back by staff whose page shows the former address', async () => {
    const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
    const browser = app.visitor()
    await apply(app, browser, { answers: anotherFamily() })
    const newest = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('registration').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(),
    )
    const { answers, version } = (await head.call(registrationEndpoints.get, { params: newest })).json()
    await correct(browser, 'korrigiert@example.org')
    const [first] = answers.contacts
    const edit = (changed: string[]) =>
      head.call(registrationEditEndpoints.change, {
        params: newest,
        body: {
          ...answers,
          contacts: [{ ...first, mail: 'vertippt@example.org', phone: '0331 777888' }],
          changed,
          version,
        },
      })
    const stale = await edit(['contacts.0.mail'])
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({
        changed_by: null,
        version: version + 1,
        fields: { 'contacts.0.mail': 'korrigiert@example.org' },
      }),
    ])
    expect((await edit(['contacts.0.phone'])).statusCode).toBe(200)
    expect((await readNewest(app, fsw)).contacts).toMatchObject([{ mail: 'korrigiert@example.org' }])
  })

  test('with the same address changes nothing', async () => {
    const browser = app.visitor()
    const { 'contacts.0.mail': mail } = anotherFamily()
    await apply(app, browser, { answers: { 'contacts.0.mail': mail } })
    expect((await correct(browser, mail)).json().contacts).toMatchObject([{ corrections_left: 2 }])
    expect((await readNewest(app, fsw)).mails).toHaveLength(1)
  })

  test('is refused for a confirmed address, a contact without address, and what is no address', async () => {
    const browser = app.visitor()
    await apply(app, browser, {
      answers: { ...SECOND_CONTACT, ...anotherFamily(), 'contacts.1.mail': null, 'contacts.1.phone': '0331 654321' },
    })
    expect((await correct(browser, 'zwei@example.org', 2)).statusCode).toBe(404)
    expect((await correct(browser, 'zwei@example.org', 3)).statusCode).toBe(422)
    const wrong = await correct(browser, 'zwei@')
    expect(wrong.json().errors).toEqual({ mail: ['Dies ist keine gültige E-Mail-Adresse.'] })
    const { contacts } = await readNewest(app, fsw)
    await insideSchool(app, fsw, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail_verified_at: TEST_NOW.toISOString() })
        .where('id', '=', contacts[0]?.id ?? 0)
        .execute(),
    )
    expect((await correct(browser, 'zwei@example.org')).statusCode).toBe(409)
  })

  test('twenty times at once happens twice', async () => {
    const browser = app.visitor()
    await apply(app, browser, { answers: anotherFamily() })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => correct(browser, `parallel${index}@example.org`)),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect((await readNewest(app, fsw)).mails).toHaveLength(3)
  })
})
