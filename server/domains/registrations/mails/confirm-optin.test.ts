import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { SECOND_CONTACT } from '#server/test/family-forms.ts'
import { type Families, openFamilies } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'

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

const answer = (reply: Awaited<ReturnType<Families['confirm']>>) => ({ status: reply.statusCode, body: reply.json() })

describe('the confirmation mail', () => {
  test('names school, number, first name and validity; the link is the contact’s own', async () => {
    const { mail, number, contactId } = await families.family({ 'meta.child_firstname': 'Mia Sophie' })
    const [sent] = families.mailsTo(mail)
    expect(sent?.subject).toBe(`Bitte bestätigen Sie Ihre E-Mail-Adresse – Bewerbung ${number}`)
    expect(sent?.from).toEqual({ name: 'Freie Schule Wacholderhain', address: 'schulhof@example.org' })
    expect(sent?.replyTo).toMatchObject([{ address: 'sekretariat.fsw@example.org' }])
    for (const part of [sent?.text ?? '', sent?.html ?? '']) {
      expect(part).toContain('Mia Sophie')
      expect(part).not.toContain('Müller')
      expect(part).toContain(number)
      expect(part).toContain('04.12.2026')
      expect(part).toContain('Wenn Sie diese Bewerbung nicht gestellt haben, ignorieren Sie diese E-Mail.')
      expect(part).toContain(`http://localhost:3000/app/registration_contact_optin/fsw/${contactId}/`)
    }
    const urls = (sent?.html ?? '').match(/https?:[^"<\s]+/g) ?? []
    expect(urls.every((url) => url.startsWith('http://localhost:3000/app/'))).toBe(true)
  })

  test('goes to each contact singly', async () => {
    await families.family({ ...SECOND_CONTACT, 'contacts.1.mail': 'vater@example.org' })
    expect(families.mailsTo('vater@example.org').map(({ envelope }) => envelope)).toEqual([['vater@example.org']])
  })

  test('carries a version 4 uuid, of which the database holds only the hash', async () => {
    const { link } = await families.family()
    expect(link.contact_uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const { rows } = await app.database.owner.query<{ payload: string }>(
      'select payload::text from graphile_worker._private_jobs',
    )
    const links = await insideSchool(app, fsw, (tx) => tx.selectFrom('registration_contact_link').selectAll().execute())
    expect(
      JSON.stringify([rows, links.map((row) => ({ ...row, hash: row.uuid_hash.toString('latin1') }))]),
    ).not.toContain(link.contact_uuid)
  })
})

describe('looking at a link', () => {
  const look = async (link: Parameters<Families['look']>[0]) => answer(await families.look(link))

  test('says what it can still do, and does nothing', async () => {
    const { contactId, link } = await families.family()
    expect(await look(link)).toEqual({ status: 200, body: { state: 'open' } })
    expect((await families.readContact(contactId)).mail_verified_at).toBeNull()
  })

  test('that was used names the moment and the number', async () => {
    const { number, link } = await families.family()
    await families.confirm(link)
    app.setNow(new Date(TEST_NOW.getTime() + 60 * DAY_MS))
    expect(await look(link)).toMatchObject({ status: 200, body: { state: 'already', number } })
  })

  test('that has run out says so', async () => {
    const { link } = await families.family()
    app.setNow(new Date(TEST_NOW.getTime() + 15 * DAY_MS))
    expect(await look(link)).toEqual({ status: 200, body: { state: 'expired' } })
  })

  test('that is wrong learns nothing', async () => {
    const { link } = await families.family()
    const wrong = { ...link, contact_uuid: '00000000-0000-4000-8000-000000000000' }
    expect(await look(wrong)).toEqual(answer(await families.confirm(wrong)))
    expect((await look({ ...link, school_short: 'fow' })).status).toBe(404)
  })
})

describe('confirming', () => {
  test('is done by POST, keeps a proof without network address, and is followed by a receipt', async () => {
    const { mail, number, contactId, link } = await families.family()
    app.setNow(new Date('2026-11-21T09:30:00.250Z'))
    const reply = await families.confirm(link, { 'user-agent': 'Mozilla/5.0 (X11) Gecko/20100101 Firefox/140.0' })
    expect(answer(reply)).toEqual({
      status: 200,
      body: { state: 'confirmed', confirmed_at: '2026-11-21T09:30:00.250Z', number, agreement: null },
    })
    const contact = await families.readContact(contactId)
    expect(contact.mail_verified_at).toBe('2026-11-21T09:30:00.25Z')
    expect(contact.optin_proof).toEqual({
      template_version: '2026.1',
      sent_at: '2026-11-20T06:41:00Z',
      confirmed_at: '2026-11-21T09:30:00.250Z',
      user_agent_family: 'Firefox',
    })
    await post.runDue()
    const receipt = families.mailsTo(mail)[1]
    expect(receipt?.subject).toBe(`Ihre Bewerbung ${number} ist bestätigt`)
    expect(receipt?.text).toContain('So geht es weiter')
    expect(receipt?.html?.match(/<a href="[^"]+/g)).toEqual([
      expect.stringMatching(/^<a href="http:\/\/localhost:3000\/app\/bewerbungsstatus\/[\w-]{32}$/),
    ])
  })

  test('again keeps the first moment and sends no second receipt', async () => {
    const { mail, contactId, link } = await families.family()
    const first = (await families.confirm(link)).json()
    app.setNow(new Date(TEST_NOW.getTime() + DAY_MS))
    const second = await families.confirm(link)
    expect(second.json()).toMatchObject({ state: 'already' })
    expect(new Date(second.json().confirmed_at)).toEqual(new Date(first.confirmed_at))
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(2)
    expect(new Date((await families.readContact(contactId)).mail_verified_at ?? 0)).toEqual(
      new Date(first.confirmed_at),
    )
  })

  test('twenty times at once is one confirmation and one receipt', async () => {
    const { mail, link } = await families.family()
    const replies = await Promise.all(Array.from({ length: 20 }, () => families.confirm(link)))
    expect(replies.map((reply) => reply.json().state).sort()).toEqual([...Array(19).fill('already'), 'confirmed'])
    await post.runDue()
    expect(families.mailsTo(mail)).toHaveLength(2)
  })

  test('never happens by loading', async () => {
    const { contactId, link } = await families.family()
    const path = `/registration_contact_optin/${link.school_short}/${link.contact_id}/${link.contact_uuid}`
    for (const method of ['GET', 'HEAD'] as const) {
      await app.visitor().inject(method, `/app${path}`)
      await app.visitor().inject(method, '/api/public/registration_contact_optin')
    }
    expect((await families.readContact(contactId)).mail_verified_at).toBeNull()
  })

  test('leaves a log line without name or address', async () => {
    const { contactId, link } = await families.family()
    await families.confirm(link)
    const rows = await insideSchool(app, fsw, (tx) => tx.selectFrom('user_log').selectAll().execute())
    const line = rows.find(
      ({ action, entity_id }) => action === 'registration_contact_confirmed' && entity_id === contactId,
    )
    expect(line).toMatchObject({ entity_id: contactId, user_id: null })
    expect(line?.changed_fields).toEqual(['mail_verified_at', 'optin_proof'])
    expect(JSON.stringify(rows)).not.toMatch(/Mia|Müller|Anna|familie\d|Dorfstra/)
  })
})
