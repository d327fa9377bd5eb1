import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEGAL_KEYS, type LegalKey, legalEndpoints } from '#contract/legal/legal.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { defaultLegalText } from './default-legal-texts.ts'

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
const save = (key: LegalKey, version_number: number, body_markdown: string) =>
  admin.call(legalEndpoints.save, { params: { key }, body: { body_markdown, version_number } })

describe('the text that comes with the product', () => {
  test.each(LEGAL_KEYS)('%s names the carrier of the first school, whatever signs the name has', async (key) => {
    const { body_markdown, version_number, created_at } = await read(key)
    expect([version_number, created_at]).toEqual([0, null])
    expect(body_markdown).toContain('Verein \\*Sonne\\* \\[e. V.\\]')
    expect(body_markdown).toContain('Am Anger 1, 15999 Wacholderhain')
    expect(body_markdown).toContain('[sekretariat.fsw@example.org](mailto:sekretariat.fsw@example.org)')
    expect(body_markdown).not.toMatch(/Zweiter Träger|undefined|null|<|^# /m)
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
    expect(defaultLegalText(key, undefined)).toContain('sobald die erste Schule eingerichtet ist')
  })
})

describe('an own text', () => {
  test('replaces it for everyone; all versions stay readable, and the log says who', async () => {
    const text = '## Wir\n\nEin **eigener** Text.'
    expect((await save('impressum', 0, text)).statusCode).toBe(200)
    expect(await read('impressum')).toMatchObject({ body_markdown: text, version_number: 1 })
    expect((await save('impressum', 1, 'Noch einer.')).statusCode).toBe(200)
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
    expect((await save('datenschutz', 0, 'Erste Fassung.')).statusCode).toBe(200)
    const reply = await save('datenschutz', 0, 'Von woanders.')
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      message: 'Der Datensatz wurde inzwischen geändert.',
      changed_by: expect.stringMatching(/^Person/),
      changed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      version: 1,
      body_markdown: 'Erste Fassung.',
    })
    expect((await read('datenschutz')).body_markdown).toBe('Erste Fassung.')
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
    const form = { params: { key: 'impressum' }, body: { body_markdown: 'Von der Leitung.', version_number: 2 } }
    expect((await (await app.signedIn(id)).call(legalEndpoints.save, form)).statusCode).toBe(403)
    for (const text of ['', '   \n', 'x'.repeat(60_001)])
      expect((await save('impressum', 2, text)).statusCode).toBe(422)
    const unknown = await app.visitor().inject('GET', '/api/public/legal/agb')
    expect(unknown.statusCode).toBe(422)
  })

  test('cannot be changed or deleted afterwards by the application', async () => {
    for (const statement of ["update legal_text set body_markdown = 'x'", 'delete from legal_text'])
      await expect(app.platform.pool.query(statement)).rejects.toThrow('permission denied')
  })
})
