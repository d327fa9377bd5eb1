import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { type NewProcessingForm, processingEndpoints } from '#contract/processings/processings.ts'
import { processorEndpoints } from '#contract/processors/processors.ts'
import { EXPORT_LABELS } from '#contract/pupilexports/pupilexports.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { logEvent } from '#server/db/log-event.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { writeLog } from '#server/test/log-rows.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
let stranger: TestVisitor

const signIn = async (school: number, change: { role?: 'admin' | 'teacher_level_1'; may_view_sensitive?: boolean }) =>
  app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school], ...change })).id)

beforeAll(async () => {
  app = await startTestApp({ now: new Date('2026-11-23T09:00:00Z') })
  fsw = await makeSchool(app, 'fsw', { carrier_name: 'Verein *Sonne*' })
  head = await signIn(fsw, {})
  stranger = await signIn(await makeSchool(app, 'fow'), {})
})
afterAll(() => app.stop())

const read = async (browser = head) => {
  const reply = await browser.call(processingEndpoints.get)
  expect(reply.statusCode).toBe(200)
  return processingEndpoints.get.response.parse(reply.json())
}
const find = async (key: string, browser = head) => (await read(browser)).activities.find((one) => one.key === key)
const review = (key: 'pupils' | 'exports', body: object, browser = head) =>
  browser.call(processingEndpoints.review, { params: { key }, body })

const FORM: NewProcessingForm = {
  title: 'Schulfotos',
  purpose: 'Klassenfotos für die Familien',
  legal_basis: 'Art. 6 Abs. 1 Buchst. a DSGVO',
  persons: 'Kinder',
  categories: 'Bilder, Namen der Klasse',
  recipients: 'Fotostudio Licht\n\nFamilien der Klasse',
  retention: 'bis zum Ende des Schuljahrs',
  note: null,
  reviewed_on: null,
}
const add = (change: object = {}, browser = head) =>
  browser.call(processingEndpoints.add, { body: { ...FORM, ...change } })
const change = (id: number, body: object, browser = head) =>
  browser.call(processingEndpoints.change, { params: { id }, body })
const remove = (id: number, browser = head) => browser.call(processingEndpoints.remove, { params: { id } })

describe('the register', () => {
  test('is written from what the program does: periods, exports of twelve months, mail server, backups', async () => {
    const fresh = await read()
    expect(fresh.activities.map(({ key }) => key)).toEqual([
      'registrations',
      'pupils',
      'absences',
      'employees',
      'accounts',
      'mails',
      'backups',
      'requests',
    ])
    expect(fresh.controller[0]).toEqual({ label: 'Träger', value: 'Verein *Sonne*' })
    expect((await find('mails'))?.recipients[0]).toBe('der Mailserver mail.example.org')
    await insideSchool(app, fsw, async (tx) => {
      await logEvent(tx, {
        action: 'export_created',
        entityType: 'pupil',
        entityId: null,
        fields: ['rows: 3', EXPORT_LABELS.webuntis, 'Name'],
      })
      await logEvent(tx, { action: 'export_created', entityType: 'registration', entityId: null })
      await logEvent(tx, { action: 'export_created', entityType: 'employee', entityId: null, result: 'denied' })
    })
    await writeLog(app, fsw, [
      { at: '2025-11-22T12:00:00Z', action: 'export_created', type: 'pupil_sicknote', id: null },
      { at: '2026-11-20T12:00:00Z', action: 'export_created', type: 'registration', id: null },
      { at: '2026-11-19T12:00:00Z', action: 'access_package_created', type: 'pupil', id: 5 },
      { at: '2025-11-23T12:00:00Z', action: 'pupil_imported', type: 'pupil', id: null },
    ])
    const exports = (await find('exports'))?.categories
    expect(exports).toContain('SuS (WebUntis): 1-mal')
    expect(exports).toContain('Bewerbung: 2-mal')
    expect(exports).toContain('Auskunft nach Art. 15 DSGVO: 1-mal, zuletzt am 19.11.2026')
    // A refused export was none, and what is older than twelve months is not told.
    expect(exports).not.toMatch(/Krankmeldung|Mitarbeitende/)
    expect((await find('imports'))?.categories).toContain('1 Datei')
    expect(await find('exports', stranger)).toBeUndefined()
    const value = { pupil_contact_years: 3 }
    await head.call(schoolEndpoints.changeSettings, { params: { id: fsw }, body: { key: 'RETENTION_SETTINGS', value } })
    expect((await find('pupils'))?.retention[0]).toContain('3 Jahre ab dem Ende des Schuljahrs')
    Object.assign(app.platform, { hasBackups: false, mailHost: undefined })
    expect(await find('backups')).toBeUndefined()
    expect((await find('mails'))?.recipients).toEqual(['der Mailanbieter der Empfängerin oder des Empfängers'])
    Object.assign(app.platform, { hasBackups: true, mailHost: 'mail.example.org' })
  })

  test('names processors as recipients', async () => {
    const body = { name: 'Hosting Muster', kind: 'hosting' as const, service: 'Server', place: 'Falkenstein' }
    await head.call(processorEndpoints.add, { body })
    const line = 'Hosting Muster (Server, Falkenstein) als Auftragsverarbeiter'
    expect((await find('pupils'))?.recipients).toContain(line)
    expect((await find('pupils', stranger))?.recipients).not.toContain(line)
  })

  test('is a tagged PDF with all of it, and Markdown', async () => {
    const file = await head.call(processingEndpoints.document, { query: { format: 'pdf' } })
    expect(file.headers['content-disposition']).toContain('verarbeitungsverzeichnis-2026-11-23.pdf')
    const { pages, title, isTagged } = await readPdf(file.rawPayload)
    expect([title, isTagged]).toEqual(['Verzeichnis der Verarbeitungstätigkeiten', true])
    const text = pages
      .map((page) => page.text)
      .join(' ')
      .replace(/\s+/g, ' ')
    for (const words of ['Verzeichnis der Verarbeitungstätigkeiten', 'Verein *Sonne*', 'Hosting Muster', 'AES-256-GCM'])
      expect(text).toContain(words)
    const markdown = await head.call(processingEndpoints.document, { query: { format: 'markdown' } })
    expect(markdown.headers['content-type']).toContain('text/markdown')
    expect(markdown.payload).toMatch(
      /^# Verzeichnis der Verarbeitungstätigkeiten\n\nStand: 23\.11\.2026\n\n## Verantwortlich/,
    )
    expect(markdown.payload).toContain('- **Träger:** Verein \\*Sonne\\*')
    expect(markdown.payload).toContain('### Krankmeldungen und Fehlzeiten')
    const wrong = await head.inject('GET', '/api/admin/processing/document?format=doc')
    expect(wrong.statusCode).toBe(422)
  })
})

describe('an activity of the program', () => {
  test('is completed and reviewed by the school; a stale page is refused', async () => {
    expect(await find('pupils')).toMatchObject({ id: null, note: null, reviewed_on: null, version: 1 })
    expect((await review('pupils', { reviewed_on: '2026-11-23', version: 1 })).statusCode).toBe(200)
    expect((await review('pupils', { note: 'Auch das Schulamt.', version: 1 })).statusCode).toBe(200)
    const stale = await review('pupils', { reviewed_on: '2026-11-20', version: 1 })
    expect([stale.statusCode, stale.json().reviewed_on]).toEqual([409, '2026-11-23'])
    const stored = await find('pupils')
    expect(stored).toMatchObject({ note: 'Auch das Schulamt.', reviewed_on: '2026-11-23', version: 3 })
    expect((await review('pupils', { note: 'Auch das Schulamt.' })).json().message).toBe('Es gab nichts zu ändern.')
    // It is no activity of the school's own.
    expect((await change(stored?.id ?? 0, { title: 'Anders' })).statusCode).toBe(404)
    expect((await remove(stored?.id ?? 0)).statusCode).toBe(404)
    expect(await find('pupils', stranger)).toMatchObject({ note: null, reviewed_on: null })
  })

  test('is reviewed once when two people press at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => review('exports', { reviewed_on: '2026-11-23', version: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })

  test('is neither an unknown one nor reviewed tomorrow', async () => {
    expect((await review('weather' as never, { reviewed_on: '2026-11-23' })).statusCode).toBe(422)
    const reply = await review('pupils', { reviewed_on: '2026-11-24' })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { reviewed_on: ['Dieser Tag liegt in der Zukunft.'] },
    ])
  })
})

describe('an activity of the school', () => {
  test('was not looked at tomorrow', async () => {
    const reply = await add({ reviewed_on: '2026-11-24' })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { reviewed_on: ['Dieser Tag liegt in der Zukunft.'] },
    ])
  })

  test('is entered, listed after the others, changed and removed', async () => {
    const reply = await add()
    expect([reply.statusCode, reply.json().message]).toEqual([201, '„Schulfotos“ ist eingetragen.'])
    const { id } = reply.json()
    expect((await read()).activities.at(-1)).toMatchObject({
      key: null,
      id,
      title: 'Schulfotos',
      recipients: ['Fotostudio Licht', 'Familien der Klasse'],
      retention: ['bis zum Ende des Schuljahrs'],
    })
    expect((await change(id, { retention: '2 Jahre', version: 1 })).statusCode).toBe(200)
    expect((await change(id, { retention: '3 Jahre', version: 1 })).json()).toMatchObject({ retention: '2 Jahre' })
    expect((await remove(id)).json().message).toBe('„Schulfotos“ steht nicht mehr im Verzeichnis.')
    expect((await remove(id)).statusCode).toBe(404)
  })

  test.each(['title', 'purpose', 'legal_basis', 'persons', 'categories', 'recipients', 'retention'])(
    'has %s, because Art. 30 asks for it',
    async (field) => {
      const reply = await add({ [field]: ' ' })
      expect([reply.statusCode, reply.json().errors]).toEqual([422, { [field]: ['Dieses Feld ist ein Pflichtfeld.'] }])
    },
  )

  test('is the head’s to write; secretaries and admins read it, teachers and other schools do not', async () => {
    const { id } = (await add({ title: 'Nur fsw' })).json()
    for (const browser of [await signIn(fsw, { may_view_sensitive: false }), await signIn(fsw, { role: 'admin' })]) {
      expect((await read(browser)).activities.some((one) => one.title === 'Nur fsw')).toBe(true)
      const replies = [
        await add({}, browser),
        await change(id, { title: 'x' }, browser),
        await remove(id, browser),
        await review('pupils', { note: 'x' }, browser),
      ]
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    }
    const teacher = await signIn(fsw, { role: 'teacher_level_1' })
    expect((await teacher.call(processingEndpoints.get)).statusCode).toBe(403)
    expect((await read(stranger)).activities.some((one) => one.title === 'Nur fsw')).toBe(false)
    expect([(await change(id, { title: 'x' }, stranger)).statusCode, (await remove(id, stranger)).statusCode]).toEqual([
      404, 404,
    ])
  })
})

describe('what is to be looked at again, for the start page', () => {
  test('is what is older than 24 months or has no contract, activities that nobody has looked at, and a notice with facts as they were', async () => {
    const school = await makeSchool(app, 'fow', { short: 'fox' })
    const browser = await signIn(school, {})
    const tasks = async () => (await browser.call(privacyTaskEndpoints.get)).json()
    // The page of the register says the same number.
    const processings = (await read(browser)).activities.length
    expect(await tasks()).toEqual({ is_notice_stale: false, has_processors: false, processors: 0, processings })
    const processor = (contract_on: string | null, reviewed_on: string | null) =>
      browser.call(processorEndpoints.add, {
        body: { name: 'Muster', kind: 'other', service: 'x', place: 'y', contract_on, reviewed_on },
      })
    await processor('2024-11-22', null)
    await processor('2024-11-23', null)
    await processor('2020-01-01', '2026-01-01')
    await processor(null, null)
    expect(await tasks()).toEqual({ is_notice_stale: false, has_processors: true, processors: 2, processings })
    await add({ reviewed_on: '2024-11-22' }, browser)
    // One's own joins the others; the one of the program that was looked at in time leaves them.
    await review('pupils', { reviewed_on: '2024-11-23' }, browser)
    // What the school no longer does is in no register, so it is not to be looked at either.
    await review('exports', { reviewed_on: '2020-01-01' }, browser)
    expect(await tasks()).toEqual({ is_notice_stale: false, has_processors: true, processors: 2, processings })
    await browser.call(schoolEndpoints.change, { params: { id: school }, body: { carrier_name: 'Anders' } as never })
    expect(await tasks()).toEqual({ is_notice_stale: true, has_processors: true, processors: 2, processings })
  })
})
