import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEGAL_KEYS, type LegalKey, legalEndpoints } from '#contract/legal/legal.ts'
import { LEGAL_TEMPLATES, legalFacts } from '#contract/legal/legal-templates.ts'
import { fillPlaceholders } from '#contract/placeholders.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let school: number
let admin: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  school = await makeSchool(app, 'fsw', {
    carrier_name: 'Verein *Sonne* [e. V.]',
    privacy_officer_contact: 'Frau Groß',
  })
  await makeSchool(app, 'fow', { carrier_name: 'Zweiter Träger' })
  admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [school] })).id)
})
afterAll(() => app.stop())

const read = async (key: LegalKey) => {
  const reply = await app.visitor().call(legalEndpoints.find, { params: { key } })
  expect(reply.statusCode).toBe(200)
  return legalEndpoints.find.response.parse(reply.json())
}
const save = (key: LegalKey, version_number: number, template_markdown: string) =>
  admin.call(legalEndpoints.save, { params: { key }, body: { template_markdown, version_number } })
const draft = async (key: LegalKey) => {
  const reply = await admin.call(legalEndpoints.draft, { params: { key } })
  return legalEndpoints.draft.response.parse(reply.json())
}
/** The shortest text that the privacy page may have. */
const PRIVACY = '{Verantwortlich}\n\n{Datenschutzkontakt}\n\n{Fristen}'

describe('the text that comes with the product', () => {
  test.each(LEGAL_KEYS)('%s names the carrier of the first school, whatever signs the name has', async (key) => {
    const { body_markdown, version_number, created_at } = await read(key)
    expect([version_number, created_at]).toEqual([0, null])
    expect(body_markdown).toContain('Verein \\*Sonne\\* \\[e. V.\\]')
    expect(body_markdown).toContain('Am Anger 1, 15999 Wacholderhain')
    expect(body_markdown).toContain('[sekretariat.fsw@example.org](mailto:sekretariat.fsw@example.org)')
    expect(body_markdown).not.toMatch(/undefined|null|[<{}]|^# /m)
    // The privacy page speaks for all schools, the others for whoever runs the installation.
    expect(body_markdown.includes('Zweiter Träger')).toBe(key === 'datenschutz')
  })

  test.each(LEGAL_KEYS)('%s shows nobody what is not filled in yet; who may change it sees each gap', async (key) => {
    expect((await read(key)).body_markdown).not.toMatch(/eingetragen|## Vertretung/)
    expect((await draft(key)).body_markdown.includes('noch nicht eingetragen')).toBe(key !== 'datenschutz')
  })

  test('says what the spec asks for', async () => {
    const wanted: Record<LegalKey, string[]> = {
      impressum: ['Wer verantwortlich ist', 'Haftung', 'Urheberrecht'],
      datenschutz: [
        'Wer verantwortlich ist',
        'Ihre Rechte',
        'Cookies',
        'Kennung Ihres Geräts',
        'Protokolle des Servers',
        'Frau Groß',
      ],
      barrierefreiheit: ['WCAG', 'EN 301 549', 'Telefon: 030 23125-100', 'Durchsetzung'],
    }
    for (const key of LEGAL_KEYS)
      for (const word of wanted[key]) expect((await read(key)).body_markdown).toContain(word)
  })

  test.each(LEGAL_KEYS)('%s can be read before there is any school', (key) => {
    expect(fillPlaceholders(LEGAL_TEMPLATES[key], legalFacts(key, []))).toContain(
      'sobald die erste Schule eingerichtet ist',
    )
  })
})

describe('an own text', () => {
  test('replaces it for everyone; all versions stay readable, and the log says who', async () => {
    const text = '## Wir\n\nEin **eigener** Text.'
    expect((await save('impressum', 0, text)).statusCode).toBe(200)
    expect(await read('impressum')).toMatchObject({ body_markdown: text, version_number: 1 })
    expect((await save('impressum', 1, 'Noch einer.\n\nRegister: *noch nicht eingetragen*')).statusCode).toBe(200)
    expect((await read('impressum')).body_markdown).toBe('Noch einer.')
    const reply = await admin.call(legalEndpoints.versions, { params: { key: 'impressum' } })
    const versions = legalEndpoints.versions.response.parse(reply.json())
    expect(versions.map(({ version_number, created_by_name }) => [version_number, created_by_name])).toEqual([
      [2, expect.stringMatching(/^Person/)],
      [1, expect.stringMatching(/^Person/)],
      [0, null],
    ])
    expect(versions.map(({ body_markdown }) => body_markdown.slice(0, 6))).toEqual(['Noch e', '## Wir', '## Wer'])
    const log = await admin.call(userlogEndpoints.list, { query: { entity_type: 'legal_text' } })
    expect(log.json().data).toMatchObject([
      { action: 'settings_changed', changed_fields: ['impressum'], entity_label: 'Impressum, Fassung 2' },
      { action: 'settings_changed', changed_fields: ['impressum'], entity_label: 'Impressum, Fassung 1' },
    ])
  })

  test('does not overwrite a version written meanwhile: 409 with who, when and what', async () => {
    expect((await save('datenschutz', 0, PRIVACY)).statusCode).toBe(200)
    const reply = await save('datenschutz', 0, `Von woanders.\n\n${PRIVACY}`)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      message: 'Der Datensatz wurde inzwischen geändert.',
      changed_by: expect.stringMatching(/^Person/),
      changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      version: 1,
      template_markdown: PRIVACY,
    })
    expect((await read('datenschutz')).body_markdown).toMatch(/^Verein .*\n\n.*Am Anger 1/s)
  })

  test('is written once when many save at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => save('barrierefreiheit', 0, `Text ${i}`)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await read('barrierefreiheit')).version_number).toBe(1)
  })

  test('saved again without a change is no new version', async () => {
    const { body_markdown, version_number } = await read('barrierefreiheit')
    expect((await save('barrierefreiheit', version_number, `${body_markdown}\r\n`)).statusCode).toBe(200)
    expect((await read('barrierefreiheit')).version_number).toBe(version_number)
  })

  test('is for admins only, is never empty and has a maximum length', async () => {
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [school] })
    const form = { params: { key: 'impressum' }, body: { template_markdown: 'Von der Leitung.', version_number: 2 } }
    expect((await (await app.signedIn(id)).call(legalEndpoints.save, form)).statusCode).toBe(403)
    for (const text of ['', '   \n', 'x'.repeat(60_001)])
      expect((await save('impressum', 2, text)).statusCode).toBe(422)
    const unknown = await app.visitor().inject('GET', '/api/public/legal/agb')
    expect(unknown.statusCode).toBe(422)
  })

  test('of data protection names who is responsible, the contact and the periods, or is refused', async () => {
    const { version_number } = await read('datenschutz')
    const errors = async (text: string) => (await save('datenschutz', version_number, text)).json().errors
    expect(await errors('{Verantwortlich} {Datenschutzkontakt}')).toEqual({
      template_markdown: ['Im Text fehlt {Fristen}. Das Gesetz verlangt diese Angaben.'],
    })
    expect(await errors('Ohne alles.')).toEqual({
      template_markdown: [
        'Im Text fehlen {Verantwortlich}, {Datenschutzkontakt}, {Fristen}. Das Gesetz verlangt diese Angaben.',
      ],
    })
    expect(await errors(`${PRIVACY} {Wetter}`)).toEqual({
      template_markdown: ['Diesen Platzhalter gibt es nicht: {Wetter}.'],
    })
    expect(await errors(`${PRIVACY} {`)).toEqual({
      template_markdown: ['Geschweifte Klammern stehen nur um einen Platzhalter, zum Beispiel {Träger}.'],
    })
    expect((await read('datenschutz')).version_number).toBe(version_number)
  })

  test('stays as published when facts change; the editor says which, and publishing again names the new ones', async () => {
    const before = await read('datenschutz')
    expect(await draft('datenschutz')).toMatchObject({ template_markdown: PRIVACY, changes: [] })
    const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
    const change = { key: 'RETENTION_SETTINGS' as const, value: { rejected_months: 9 } }
    expect((await head.call(schoolEndpoints.changeSettings, { params: { id: school }, body: change })).statusCode).toBe(
      200,
    )
    expect(await read('datenschutz')).toEqual(before)
    const { changes, version_number } = await draft('datenschutz')
    expect(changes.map(({ name }) => name)).toEqual(['Fristen'])
    // The schools no longer share their periods, so each stands under its name.
    expect(changes[0]?.before).not.toContain('Freie Schule Wacholderhain')
    expect(changes[0]?.after).toMatch(
      /Freie Schule Wacholderhain:\n\n.*9 Monate ab der Entscheidung.*Freie Oberschule Wacholderhain:\n\n.*6 Monate ab der Entscheidung/s,
    )
    expect((await save('datenschutz', version_number, PRIVACY)).statusCode).toBe(200)
    expect((await read('datenschutz')).body_markdown).toContain('9 Monate ab der Entscheidung')
    expect((await draft('datenschutz')).changes).toEqual([])
  })

  test('is saved by an admin at a school, and the log of that school says so', async () => {
    const log = await admin.call(userlogEndpoints.list, { query: { entity_type: 'legal_text' } })
    expect(log.json().data.length).toBeGreaterThan(4)
  })

  test('cannot be changed or deleted afterwards by the application', async () => {
    for (const statement of ["update legal_text set body_markdown = 'x'", 'delete from legal_text'])
      await expect(app.platform.pool.query(statement)).rejects.toThrow('permission denied')
  })
})
