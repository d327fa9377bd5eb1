import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { apply, readNewest } from '#server/test/family-forms.ts'
import { type Families, linkIn, type OptinLink, openFamilies } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import { countOptins, isOptinUsedUp } from './send-optin.ts'

let app: TestApp
let post: PostOffice
let fsw: number
let families: Families
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  await makeSchool(app, 'fow')
  families = openFamilies(app, post, fsw)
})
beforeEach(() => app.setNow(TEST_NOW))
afterAll(async () => {
  await post.stop()
  await app.stop()
})

const invalid = { status: 404, body: { message: OPTIN_TEXTS.invalid } }
const answer = (reply: Awaited<ReturnType<Families['confirm']>>) => ({ status: reply.statusCode, body: reply.json() })

describe('a link that is not valid', () => {
  test('gets one answer, whatever is wrong with it', async () => {
    const { link, contactId } = await families.family()
    const wrong: OptinLink[] = [
      { ...link, contact_uuid: crypto.randomUUID() },
      { ...link, contact_id: contactId + 1 },
      { ...link, contact_id: contactId + 1_000_000 },
      { ...link, school_short: 'fow' },
      { ...link, school_short: 'abc' },
      { ...link, school_short: '\0' },
      { ...link, contact_uuid: link.contact_uuid.toUpperCase() },
      { ...link, contact_uuid: `${link.contact_uuid} ` },
      { ...link, contact_uuid: "' or 1=1 --" },
      { ...link, contact_uuid: 'x'.repeat(10_000) },
      { ...link, contact_id: '9'.repeat(40) },
      { ...link, contact_id: -1 },
      { ...link, contact_id: 1.5 },
      { ...link, contact_id: 'x' },
    ]
    const bodies = new Set<string>()
    for (const body of wrong) {
      const reply = await families.confirm(body)
      expect(answer(reply), JSON.stringify(body).slice(0, 200)).toEqual(invalid)
      bodies.add(reply.body)
    }
    expect(bodies.size).toBe(1)
    expect((await families.readContact(contactId)).mail_verified_at).toBeNull()
  })

  test('is counted: after 30 in ten minutes comes 429; right ones are not counted and always work', async () => {
    const { link } = await families.family()
    const attacker = app.visitor('10.9.0.1')
    const guess = () => attacker.call(endpoints.confirmOptin, { body: { ...link, contact_uuid: crypto.randomUUID() } })
    for (let i = 0; i < 29; i++) expect((await guess()).statusCode).toBe(404)
    expect((await attacker.call(endpoints.confirmOptin, { body: link })).statusCode).toBe(200)
    expect((await guess()).statusCode).toBe(404)
    expect((await guess()).statusCode).toBe(429)
    expect((await attacker.call(endpoints.confirmOptin, { body: link })).statusCode).toBe(200)
  })

  test('includes those of deleted and withdrawn applications', async () => {
    for (const gone of [{ deleted_at: TEST_NOW.toISOString() }, { withdrawn_at: TEST_NOW.toISOString() }]) {
      const { link, number } = await families.family()
      await insideSchool(app, fsw, (tx) =>
        tx.updateTable('registration').set(gone).where('number', '=', number).execute(),
      )
      expect(answer(await families.confirm(link))).toEqual(invalid)
      expect((await families.resend(link)).json()).toEqual({ message: OPTIN_TEXTS.requested })
    }
    expect(await post.countJobs()).toBe(0)
  })
})

describe('an old link', () => {
  test('is valid for 14 days from its sending; expired is said to its holder only', async () => {
    const { link } = await families.family()
    const sentAt = app.platform.now().getTime()
    app.setNow(new Date(sentAt + 14 * DAY_MS))
    expect(answer(await families.confirm(link))).toEqual({ status: 409, body: { message: OPTIN_TEXTS.expired } })
    expect(answer(await families.confirm({ ...link, contact_uuid: crypto.randomUUID() }))).toEqual(invalid)
    app.setNow(new Date(sentAt + 14 * DAY_MS - 1))
    expect((await families.confirm(link)).json()).toMatchObject({ state: 'confirmed' })
    app.setNow(new Date(sentAt + 20 * DAY_MS))
    expect((await families.confirm(link)).json()).toMatchObject({ state: 'already' })
  })

  test('stays valid beside a newer one, until the address changes', async () => {
    const { browser, mail, link } = await families.family()
    await families.resend(link)
    await post.runDue()
    const newer = linkIn(families.mailsTo(mail)[1]?.text)
    expect(newer.contact_uuid).not.toBe(link.contact_uuid)
    const params = { school_short: 'fsw' }
    await browser.call(endpoints.correctMail, { params, body: { mail: `neu.${mail}` } })
    for (const dead of [link, newer]) {
      expect(answer(await families.confirm(dead))).toEqual(invalid)
      expect((await families.resend(dead)).statusCode).toBe(200)
    }
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(2)
    expect((await families.confirm(linkIn(families.mailsTo(`neu.${mail}`)[0]?.text))).json()).toMatchObject({
      state: 'confirmed',
    })
  })

  test('stays dead when the address is changed back', async () => {
    const { browser, mail, link } = await families.family()
    for (const changed of ['anders@example.org', mail]) {
      const body = { mail: changed }
      await browser.call(endpoints.correctMail, { params: { school_short: 'fsw' }, body })
    }
    expect(answer(await families.confirm(link))).toEqual(invalid)
  })

  test('can be the one that confirms although a newer was sent', async () => {
    const { mail, link } = await families.family()
    await families.resend(link)
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(2)
    expect((await families.confirm(link)).json()).toMatchObject({ state: 'confirmed' })
  })
})

describe('asking for another link', () => {
  test('is answered alike whether or not the contact exists', async () => {
    const { mail, link } = await families.family()
    const replies = [
      await families.resend(link),
      await families.resend({ ...link, contact_uuid: crypto.randomUUID() }),
      await families.resend({ ...link, contact_id: 999_999 }),
      await families.resend({ ...link, school_short: 'abc' }),
    ]
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`))).toEqual(
      new Set([`200 ${JSON.stringify({ message: OPTIN_TEXTS.requested })}`]),
    )
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(2)
  })

  test('works with an expired link, and needs none after confirming', async () => {
    const { mail, link } = await families.family()
    app.setNow(new Date(TEST_NOW.getTime() + 20 * DAY_MS))
    expect((await families.resend(link)).statusCode).toBe(200)
    await post.runDue()
    expect((await families.confirm(linkIn(families.mailsTo(mail)[1]?.text))).statusCode).toBe(200)
    await post.runDue()
    expect((await families.resend(link)).json()).toEqual({ message: OPTIN_TEXTS.requested })
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(3)
  })

  test('goes once a minute, three times a day, and ends after five mails', async () => {
    const { mail, link, contactId } = await families.family()
    const forget = (name: string) => app.database.owner.query('delete from rate_limit where key like $1', [`${name}%`])
    const statuses = []
    for (let i = 0; i < 3; i++) {
      statuses.push((await families.resend(link)).statusCode, (await families.resend(link)).statusCode)
      await post.runDue()
      await forget('optinMailOfContactAtOnce')
    }
    expect(statuses).toEqual([200, 429, 200, 429, 200, 429])
    expect((await families.resend(link)).statusCode).toBe(429)
    await forget('optinMail')
    expect((await families.resend(link)).statusCode).toBe(200)
    await forget('optinMail')
    expect(await insideSchool(app, fsw, (tx) => isOptinUsedUp(tx, contactId))).toBe(true)
    expect(answer(await families.resend(link))).toEqual({
      status: 409,
      body: { message: PUBLIC_REGISTRATION_TEXTS.optinUsedUp },
    })
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(5)
    expect(await families.readContact(contactId)).toMatchObject({ optin_sent_count: 5 })
  })

  test('to an address that is corrected while it leaves says nothing of the new one', async () => {
    const browser = app.visitor()
    await apply(app, browser, { answers: { 'contacts.0.mail': 'falsch@example.org' } })
    const [contact] = (await readNewest(app, fsw)).contacts
    const corrected: number[] = []
    post.server.state.meanwhile = async () => {
      const call = { params: { school_short: 'fsw' }, body: { mail: 'neu@example.org' } }
      corrected.push((await browser.call(endpoints.correctMail, call)).statusCode)
      // Makes the mail to the new address wait.
      post.server.state.mood = 'busy'
    }
    await post.runDue()
    Object.assign(post.server.state, { mood: 'accept', meanwhile: undefined })
    expect([corrected, families.mailsTo('falsch@example.org').length]).toEqual([[200], 1])
    expect(await families.readContact(contact?.id ?? 0)).toMatchObject({
      mail: 'neu@example.org',
      optin_sent_at: null,
      optin_first_sent_at: null,
      optin_expires_at: null,
      optin_sent_count: 1,
    })
  })

  test('while the mail server is away sends one mail when it is back, and that is all that counts', async () => {
    const { mail, link, contactId } = await families.family()
    await post.server.stop()
    for (let i = 0; i < 2; i++) {
      expect((await families.resend(link)).statusCode).toBe(200)
      await post.runDue()
      await app.database.owner.query("delete from rate_limit where key like 'optinMailOfContactAtOnce%'")
    }
    await post.server.start()
    await post.runAll()
    expect(families.mailsTo(mail)).toHaveLength(2)
    expect(await families.readContact(contactId)).toMatchObject({ optin_sent_count: 2 })
    expect(await post.countJobs()).toBe(0)
    const sent = await insideSchool(app, fsw, (tx) => countOptins(tx, [contactId]))
    expect(sent.get(contactId)).toBe(2)
  })

  test('twenty times at once sends one mail', async () => {
    const { mail, link } = await families.family()
    const replies = await Promise.all(Array.from({ length: 20 }, () => families.resend(link)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(2)
  })
})
