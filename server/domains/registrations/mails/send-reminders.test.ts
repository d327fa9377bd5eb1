import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { type Families, linkIn, openFamilies } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { statementsOf } from '#server/test/sent-statements.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { sendReminders } from './send-reminders.ts'

const MORNING = new Date('2026-11-20T09:00:00+01:00')

let app: TestApp
let post: PostOffice
let fsw: number
let families: Families
beforeAll(async () => {
  app = await startTestApp({ now: MORNING })
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  families = openFamilies(app, post, fsw)
})
beforeEach(async () => {
  app.setNow(MORNING)
  // Families of earlier tests are finished.
  await insideSchool(app, fsw, (tx) => tx.updateTable('registration').set({ status: 'accepted' }).execute())
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

const run = async () => {
  await sendReminders(app.platform)({})
  await post.runAll()
}
const firstSent = async (contactId: number) =>
  Date.parse((await families.readContact(contactId)).optin_first_sent_at ?? '')
const daysAfter = async (contactId: number, days: number, more = 0) =>
  app.setNow(new Date((await firstSent(contactId)) + days * DAY_MS + more))
const setContact = (id: number, change: object) =>
  insideSchool(app, fsw, (tx) => tx.updateTable('registration_contact').set(change).where('id', '=', id).execute())

describe('a reminder', () => {
  test('goes at the third and the tenth day to the minute, each once, with a link of its own', async () => {
    const { contactId, mail, link } = await families.family()
    await daysAfter(contactId, 3, -1)
    await run()
    expect(families.mailsTo(mail)).toHaveLength(1)
    await daysAfter(contactId, 3)
    await run()
    await run()
    expect(families.mailsTo(mail)).toHaveLength(2)
    const [, third] = families.mailsTo(mail)
    expect(third?.subject).toMatch(/^Erinnerung: Bitte bestätigen Sie/)
    expect(linkIn(third?.text).contact_uuid).not.toBe(link.contact_uuid)
    await daysAfter(contactId, 10, -1)
    await run()
    expect(families.mailsTo(mail)).toHaveLength(2)
    await daysAfter(contactId, 10)
    await run()
    await daysAfter(contactId, 13)
    await run()
    expect(families.mailsTo(mail)).toHaveLength(3)
    // The first link still works; the proof stores the wording of its mail.
    expect((await families.confirm(link)).json()).toMatchObject({ state: 'confirmed' })
  })

  test('names its own wording in the proof', async () => {
    const { contactId, mail } = await families.family()
    await daysAfter(contactId, 3)
    await run()
    await families.confirm(linkIn(families.mailsTo(mail)[1]?.text))
    expect((await families.readContact(contactId)).optin_proof).toMatchObject({ template_version: 'Erinnerung 2026.1' })
  })

  test('is one for all days a server was off, is sent only by day, and once when two run', async () => {
    const { contactId, mail } = await families.family()
    app.setNow(new Date('2026-12-02T20:00:00+01:00'))
    await run()
    app.setNow(new Date('2026-12-03T07:59:59+01:00'))
    await run()
    expect(families.mailsTo(mail)).toHaveLength(1)
    app.setNow(new Date('2026-12-03T08:00:00+01:00'))
    await Promise.all(Array.from({ length: 5 }, () => sendReminders(app.platform)({})))
    await run()
    expect(families.mailsTo(mail)).toHaveLength(2)
    expect((await families.readContact(contactId)).reminders_sent).toBe(2)
  })

  test('goes to nobody who confirmed, was decided about, withdrew, or had five mails', async () => {
    const confirmed = await families.family()
    await families.confirm(confirmed.link)
    const full = await families.family()
    await insideSchool(app, fsw, async (tx) => {
      const sent = await tx
        .selectFrom('mail_log')
        .select(['recipient_hash', 'recipient_masked', 'school_id'])
        .where('related_id', '=', full.contactId)
        .executeTakeFirstOrThrow()
      const more = { ...sent, template: 'registration_optin', related_type: 'registration_contact', state: 'sent' }
      await tx
        .insertInto('mail_log')
        .values(Array.from({ length: 4 }, () => ({ ...more, related_id: full.contactId })))
        .execute()
    })
    const decided = await families.family()
    const withdrawn = await families.family()
    await insideSchool(app, fsw, async (tx) => {
      await tx.updateTable('registration').set({ status: 'rejected' }).where('number', '=', decided.number).execute()
      await tx
        .updateTable('registration')
        .set({ withdrawn_at: MORNING.toISOString() })
        .where('number', '=', withdrawn.number)
        .execute()
    })
    const before = post.mails.length
    app.setNow(new Date(MORNING.getTime() + 4 * DAY_MS))
    await run()
    const reminded = post.mails.slice(before).filter(({ subject }) => subject?.startsWith('Erinnerung'))
    expect(reminded).toEqual([])
  })

  test('costs the same statements for one family and for many', async () => {
    const statements = async (count: number) => {
      const made = []
      for (let one = 0; one < count; one++) made.push(await families.family())
      app.setNow(new Date(MORNING.getTime() + 4 * DAY_MS))
      const before = post.mails.length
      const { texts } = await statementsOf(() => sendReminders(app.platform)({}))
      await post.runAll()
      expect(post.mails.length - before).toBe(count)
      app.setNow(MORNING)
      return texts.length
    }
    const one = await statements(1)
    expect(await statements(5)).toBe(one)
  })

  test('counts from the first mail to the present address', async () => {
    const { contactId, browser } = await families.family()
    await setContact(contactId, { reminders_sent: 1 })
    app.setNow(new Date(MORNING.getTime() + DAY_MS / 48))
    await browser.call(publicRegistrationEndpoints.correctMail, {
      params: { school_short: 'fsw' },
      body: { mail: 'richtig@example.org' },
    })
    await post.runAll()
    expect(await families.readContact(contactId)).toMatchObject({ reminders_sent: 0 })
    await daysAfter(contactId, 3)
    await run()
    expect(families.mailsTo('richtig@example.org')).toHaveLength(2)
  })
})
