import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import type { WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import { mailWordingEndpoints } from '#contract/mailwordings/mailwordings.ts'
import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { apply, readNewest } from '#server/test/family-forms.ts'
import { type Families, linkIn, openFamilies } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { sendReminders } from './send-reminders.ts'

let app: TestApp
let post: PostOffice
let fsw: number
let fow: number
let head: TestVisitor
let families: Families
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  families = openFamilies(app, post, fsw)
})
beforeEach(() => {
  app.setNow(TEST_NOW)
  post.mails.length = 0
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

/** Gives the first school its own wording; returns the version. */
const write = async (key: WordingKey, text: { subject: string; body: string }) => {
  const wordings = (await head.call(mailWordingEndpoints.list)).json()
  const { version } = wordings.find((wording: { key: string }) => wording.key === key)
  const reply = await head.call(mailWordingEndpoints.save, { params: { key }, body: { ...text, version } })
  expect(reply.statusCode, reply.body).toBe(200)
  return (version + 1) as number
}

const plantFirstname = (child_firstname: string) =>
  insideSchool(app, fsw, async (tx) => {
    const { id, meta } = (await readNewest(app, fsw)).row
    const planted = JSON.stringify({ ...(meta as object), child_firstname })
    await tx.updateTable('registration').set({ meta: planted }).where('id', '=', id).execute()
  })

const nameSchool = (name: string) =>
  insideSchool(app, fsw, (tx) => tx.updateTable('school').set({ name }).where('id', '=', fsw).execute())

const proofOf = async (contactId: number) => (await families.readContact(contactId)).optin_proof

describe('the words of a school', () => {
  test('arrive in text and HTML as they were typed, with the fixed parts below', async () => {
    await write('registration_optin', {
      subject: 'Willkommen an der {Schule}: {Nummer}',
      body: 'Hallo\nliebe Familie,\n\n<b>{Vorname}</b> & "Geschwister"\nkommen {Schuljahr} in Klasse {Klassenstufe}. {Nummer}',
    })
    const { mail, number } = await families.family()
    const [sent] = families.mailsTo(mail)
    expect(sent?.subject).toBe(`Willkommen an der Freie Schule Wacholderhain: ${number}`)
    expect(sent?.text).toContain(
      `Hallo\nliebe Familie,\n\n<b>Mia</b> & "Geschwister"\nkommen 2027/2028 in Klasse 1. ${number}\n\nE-Mail-Adresse bestätigen:\nhttp://localhost:3000/`,
    )
    expect(sent?.html).toContain('<p>Hallo<br>liebe Familie,</p>')
    expect(sent?.html).toContain(
      `<p>&lt;b&gt;Mia&lt;/b&gt; &amp; &quot;Geschwister&quot;<br>kommen 2027/2028 in Klasse 1. ${number}</p>`,
    )
    for (const part of [sent?.text, sent?.html]) {
      expect(part).toContain('Der Link ist bis zum 04.12.2026 gültig.')
      expect(part).toContain('Wenn Sie diese Bewerbung nicht gestellt haben, ignorieren Sie diese E-Mail.')
    }
  })

  test('stand in every mail of the way: receipt, decision and withdrawal', async () => {
    for (const key of ['registration_receipt', 'registration_accepted', 'registration_withdrawn'] as const)
      await write(key, { subject: `${key} {Nummer}`, body: `Liebe Familie,\n\neigene Worte zu {Vorname}.` })
    const { mail, number, link } = await families.family()
    await families.confirm(link)
    const { row, contacts } = await readNewest(app, fsw)
    const params = { id: row.id }
    const changed = await head.call(registrationEndpoints.changeStatus, { params, body: { status: 'accepted' } })
    const body = { contact_ids: [contacts[0]?.id], version: changed.json().version }
    expect((await head.call(registrationMailEndpoints.sendStatusMail, { params, body })).statusCode).toBe(200)
    await post.runDue()

    const token = /bewerbungsstatus\/(\S+)/.exec(families.mailsTo(mail)[2]?.text ?? '')?.[1] ?? ''
    const wish = { params: { token }, body: { action: 'withdraw', reason: null } }
    expect((await app.visitor().call(registrationFamilyEndpoints.wish, wish)).statusCode).toBe(200)
    await post.runDue()
    const own = families.mailsTo(mail).slice(1)
    expect(own.map(({ subject }) => subject)).toEqual([
      `registration_receipt ${number}`,
      `registration_accepted ${number}`,
      `registration_withdrawn ${number}`,
    ])
    for (const { text, html } of own) {
      expect(text).toContain('eigene Worte zu Mia.')
      expect(html).toContain('<p>eigene Worte zu Mia.</p>')
    }
  })

  test('are not those of another school', async () => {
    await write('registration_optin', { subject: 'Nur hier {Nummer}', body: 'Nur hier: {Vorname} {Nummer}.' })
    await apply(app, app.visitor(), { short: 'fow', answers: { 'contacts.0.mail': 'fow@example.org' } })
    await post.runDue()
    const [sent] = families.mailsTo('fow@example.org')
    expect(sent?.subject).toMatch(/^Bitte bestätigen Sie Ihre E-Mail-Adresse – Bewerbung FOW/)
    expect(sent?.text).not.toContain('Nur hier')
    await families.confirm(linkIn(sent?.text))
    const [contact] = (await readNewest(app, fow)).contacts
    expect(contact?.optin_proof).toMatchObject({ template_version: '2026.1' })
  })
})

describe('the value of a placeholder', () => {
  test('is never a placeholder, a header or HTML itself, be it the name of a child', async () => {
    await write('registration_optin', { subject: 'Für {Nummer}', body: '{Vorname} wartet.\n\n{Nummer}' })
    const answers = { 'contacts.0.mail': 'name@example.org' }
    await apply(app, app.visitor(), { answers })
    await plantFirstname('{Telefon} <b>Mia</b>\r\nBcc: opfer@example.org')
    await post.runDue()
    const [sent] = families.mailsTo('name@example.org')
    expect(sent?.text).toMatch(/^Telefon b Mia b Bcc opfer example org wartet\.\n/)
    expect(sent?.html).toContain('<p>Telefon b Mia b Bcc opfer example org wartet.</p>')
    expect(sent?.raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc):/im)
    expect(sent?.envelope).toEqual(['name@example.org'])
  })

  test('or of a school', async () => {
    const { school_phone } = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('school').select('phone as school_phone').where('id', '=', fsw).executeTakeFirstOrThrow(),
    )
    await write('registration_optin', { subject: '{Schule} {Nummer}', body: 'Ihre {Schule}. {Nummer} {Vorname}' })
    await apply(app, app.visitor(), { answers: { 'contacts.0.mail': 'schule@example.org' } })
    await nameSchool('Schule {Telefon}\r\nBcc: opfer@example.org <i>')
    await post.runDue()
    await nameSchool('Freie Schule Wacholderhain')
    const [sent] = families.mailsTo('schule@example.org')
    expect(sent?.subject).toMatch(/^Schule \{Telefon\} Bcc: opfer@example\.org <i> FSW/)
    expect(sent?.text).toContain('Ihre Schule {Telefon}')
    expect(`${sent?.text}${sent?.html}`).not.toContain(school_phone)
    expect(sent?.html).not.toContain('<i>')
    expect(sent?.raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|cc):/im)
  })
})

describe('the proof of a confirmed address', () => {
  test('names the version that was sent, not the present one', async () => {
    const version = await write('registration_optin', { subject: 'Beleg {Nummer}', body: '{Vorname}, {Nummer}' })
    const first = await families.family()
    await write('registration_optin', { subject: 'Später {Nummer}', body: '{Vorname}, {Nummer}.' })
    const second = await families.family()
    for (const { link } of [first, second]) expect((await families.confirm(link)).statusCode).toBe(200)
    expect(await proofOf(first.contactId)).toMatchObject({ template_version: `Schule ${version}` })
    expect(await proofOf(second.contactId)).toMatchObject({ template_version: `Schule ${version + 1}` })
  })

  test('names that of the reminder, when its link was the one followed', async () => {
    const version = await write('registration_reminder', { subject: 'Noch da? {Nummer}', body: 'Bitte noch.' })
    const { contactId, mail } = await families.family()
    const { optin_first_sent_at } = await families.readContact(contactId)
    // Two hours later it is morning: reminders are sent by day.
    app.setNow(new Date(Date.parse(optin_first_sent_at ?? '') + 3 * DAY_MS + 2 * 3_600_000))
    await sendReminders(app.platform)({})
    await post.runAll()
    const reminder = families.mailsTo(mail)[1]
    expect(reminder?.text).toMatch(/^Bitte noch\.\n/)
    await families.confirm(linkIn(reminder?.text))
    expect(await proofOf(contactId)).toMatchObject({ template_version: `Erinnerung Schule ${version}` })
  })
})
