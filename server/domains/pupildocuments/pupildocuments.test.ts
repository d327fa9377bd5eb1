import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARENT_LINK_TEXTS, parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import {
  PDF_TYPE,
  PUPIL_DOCUMENT_TEXTS,
  pupilDocumentEndpoints,
  SHEETS_MAX,
} from '#contract/pupildocuments/pupildocuments.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readPdf } from '#server/test/read-pdf.ts'

let school: ClassSchool
let mia: number
let ben: number
let left: number
let elsewhere: number

/** A guardian of these pupils; all live at one address unless the test says otherwise. */
const giveGuardian = (pupils: number[], person: Record<string, unknown> = {}, relation: Record<string, unknown> = {}) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const { id } = await tx
      .insertInto('guardian')
      .values({ school_id: school.fsw, firstname: 'Anna', lastname: 'Müller', ...person })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const pupil_id of pupils)
      await tx
        .insertInto('pupil_guardian')
        .values({
          school_id: school.fsw,
          pupil_id,
          guardian_id: id,
          relationship: 'mother',
          has_custody: true,
          lives_with_pupil: true,
          ...relation,
        })
        .execute()
  })

const setPupil = (id: number, change: Record<string, unknown>) =>
  insideSchool(school.app, school.fsw, (tx) => tx.updateTable('pupil').set(change).where('id', '=', id).execute())

const HOME = { street: 'Dorfstraße', house_number: '1', zip: '15999', city: 'Wacholderhain' }

beforeAll(async () => {
  school = await openClassSchool()
  const { app, fsw } = school
  mia = await makePupil(app, fsw, { firstname: 'Mia', lastname: 'Nguyễn', grade: 1, schoolclass: 'a' })
  ben = await makePupil(app, fsw, {
    firstname: 'Łukasz',
    lastname: 'Şahin $& {Kind}',
    gender: 'm',
    grade: 3,
    schoolclass: 'a',
  })
  left = await makePupil(app, fsw, { firstname: 'Lea', lastname: 'Fort', status: 'left' })
  elsewhere = await makePupil(app, school.fow)
  for (const id of [mia, ben]) await setPupil(id, HOME)
  await giveGuardian([mia, ben], { salutation: 'ms' })
  await giveGuardian([mia], { firstname: 'Jan', mail: 'jan@example.org' }, { lives_with_pupil: false })
})
afterAll(() => school.app.stop())

const sheets = (body: Record<string, unknown>, browser = school.head) =>
  browser.call(pupilDocumentEndpoints.sheets, { body: { ids: [mia, ben], ...body } })
const preview = (body: Record<string, unknown>, browser = school.head) =>
  browser.call(pupilDocumentEndpoints.preview, { body: { ids: [mia, ben], ...body } })
const certificate = (id: number, body: Record<string, unknown> = {}, browser = school.head) =>
  browser.call(pupilDocumentEndpoints.certificate, { params: { id }, body })

const pdfOf = async (reply: Awaited<ReturnType<typeof sheets>>) => {
  expect(reply.statusCode, reply.statusCode === 200 ? '' : reply.body).toBe(200)
  expect(reply.headers['content-type']).toBe(PDF_TYPE)
  return readPdf(reply.rawPayload)
}

const filename = (reply: Awaited<ReturnType<typeof sheets>>) =>
  decodeURIComponent(String(reply.headers['content-disposition']).split("''")[1] ?? '')

const addressOf = async (id: number) =>
  (await school.head.call(parentLinkEndpoints.get, { params: { id } })).json().address

const logged = (action: string) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['entity_type', 'entity_id', 'changed_fields'])
      .where('action', '=', action)
      .orderBy('id')
      .execute(),
  )

const LETTERS = {
  kind: 'letters',
  subject: 'Ausflug für {Kind}',
  body: 'Liebe Familie,\n\n{Kinder} aus {Klasse} fährt mit.',
}

describe('a certificate', () => {
  test('says on one tagged page who goes to which class, since when and until when', async () => {
    await setPupil(mia, { firstnames_all: 'Mia Thị Ầu', birthplace: 'Zossen', birthname: 'Lê' })
    const reply = await certificate(mia, { purpose: 'Familienkasse' })
    const { pages, ...file } = await pdfOf(reply)
    expect(file).toEqual({ title: 'Schulbescheinigung', language: 'de-DE', isTagged: true })
    expect(pages).toHaveLength(1)
    const text = pages[0]?.text.replace(/\s+/g, ' ')
    for (const part of [
      'Mia Thị Ầu Nguyễn, geboren am 03.05.2018 in Zossen, besucht seit dem 01.08.2024 unsere Schule.',
      'Geburtsname Lê',
      'Schuljahr 2026/2027 Klassenstufe 1 Klasse 1a',
      'Voraussichtlich bis 31.07.2032',
      'Zur Vorlage Familienkasse',
      '20.11.2026',
      'Seite 1 von 1',
    ])
      expect(text).toContain(part)
    expect(pages[0]?.roles).toMatch(/H1 P Table\(TR\(TH TD\)/)
    expect(filename(reply)).toMatch(/^Schulbescheinigung-FSW-\d{5}-2026-11-20\.pdf$/)
    expect(await logged('certificate_created')).toEqual([{ entity_type: 'pupil', entity_id: mia, changed_fields: [] }])
  })

  test('names the time of a pupil who has left, and the start of an upcoming one', async () => {
    await setPupil(left, { date_exit: '2026-07-31' })
    const gone = (await pdfOf(await certificate(left))).pages[0]?.text.replace(/\s+/g, ' ')
    expect(gone).toContain('hat unsere Schule vom 01.08.2024 bis zum 31.07.2026 besucht.')
    expect(gone).toContain('Abgang am 31.07.2026')
    const next = await makePupil(school.app, school.fsw, { status: 'upcoming' })
    await setPupil(next, { date_entry: '2027-08-01' })
    expect((await pdfOf(await certificate(next))).pages[0]?.text.replace(/\s+/g, ' ')).toContain(
      'wird unsere Schule ab dem 01.08.2027 besuchen.',
    )
  })

  test('is for users who manage pupils, and for pupils of their own school', async () => {
    const { browser } = await school.makeTeacher()
    expect((await certificate(mia, {}, browser)).statusCode).toBe(403)
    const unknown = await certificate(987_654_321)
    expect([unknown.statusCode, (await certificate(elsewhere)).body]).toEqual([404, unknown.body])
    expect((await certificate(mia, { purpose: 'x'.repeat(121) })).statusCode).toBe(422)
  })
})

describe('link sheets', () => {
  test('contain for each child a code with its link, and little else', async () => {
    const reply = await sheets({ kind: 'link_sheets', ids: [ben, mia, left] })
    const { pages } = await pdfOf(reply)
    expect(pages[0]?.codes).toEqual([await addressOf(ben), await addressOf(mia)])
    const text = pages[0]?.text ?? ''
    expect(text).toContain('Łukasz Ş. · 3a')
    expect(text.split('Freie Schule Wacholderhain')).toHaveLength(3)
    expect(text).not.toContain('ungültig')
    expect(text.replace(/\n/g, '')).toContain(await addressOf(mia))
    expect(text).not.toContain('Şahin')
    expect(pages[0]?.alts).toEqual([
      'QR-Code mit dem Elternlink für Łukasz Ş.',
      'QR-Code mit dem Elternlink für Mia N.',
    ])
    expect(pages[1]?.text).toBe('Nicht enthalten\nLea Fort: hat die Schule verlassen')
    expect(filename(reply)).toBe('Elternlinks-2026-11-20.pdf')
    expect(await logged('export_created')).toEqual([
      {
        entity_type: 'pupil_document',
        entity_id: null,
        changed_fields: ['rows:2', 'Elternlinks als Kärtchen (8 je Blatt)'],
      },
    ])
  })

  test('for one child are logged with this child', async () => {
    const id = await makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a' })
    await sheets({ kind: 'link_sheets', ids: [id] })
    expect((await logged('export_created')).at(-1)).toMatchObject({ entity_type: 'pupil_document', entity_id: id })
  })

  test('take a sheet for eight, with hostile and long names', async () => {
    const name = 'Wilhelmine-Adelheid '.repeat(4).trim()
    const ids = await Promise.all(
      Array.from({ length: 9 }, () =>
        makePupil(school.app, school.fsw, { firstname: name, grade: 1, schoolclass: 'a' }),
      ),
    )
    const { pages } = await pdfOf(await sheets({ kind: 'link_sheets', ids }))
    expect(pages.map(({ codes }) => codes.filter(Boolean).length)).toEqual([8, 1])
  })

  test('as letters go to each household once, with all its children', async () => {
    const { pages } = await pdfOf(await sheets({ kind: 'link_letters', ids: [ben, mia, left] }))
    expect(pages[0]?.codes).toEqual([await addressOf(ben), await addressOf(mia)])
    expect(pages[0]?.text).toContain('Sehr geehrte Frau Müller,')
    expect(pages[0]?.text).toContain('Łukasz Şahin $& {Kind}, Klasse 3a')
    expect(pages[1]?.text).toContain('Mia Nguyễn (1a): die Anschrift ist unvollständig – Jan Müller')
    expect(pages).toHaveLength(2)
  })
})

describe('a renewed link', () => {
  test('says on cards and letters that the former one no longer works, and the preview names the pupils', async () => {
    const nia = await makePupil(school.app, school.fsw, { firstname: 'Nia', grade: 1, schoolclass: 'a' })
    await setPupil(nia, HOME)
    await giveGuardian([nia], { firstname: 'Samira', title: 'Dr.' })
    await giveGuardian([nia], { firstname: 'Hassan' }, { has_custody: false })
    const form = { kind: 'link_letters', ids: [nia] }
    // The link goes to people with custody alone; an ordinary letter to everybody who is to get letters.
    const samira = { name: 'Dr. Samira Müller', has_custody: true }
    expect((await preview(form)).json().recipients).toEqual([samira])
    const letter = { kind: 'letters', ids: [nia], subject: 'Fest', body: 'Hallo', only_without_mail: false }
    expect((await preview(letter)).json().recipients).toEqual([samira, { name: 'Hassan Müller', has_custody: false }])
    expect((await pdfOf(await sheets(form))).pages[0]?.text).not.toContain('ungültig')
    await school.head.call(parentLinkEndpoints.rotate, { params: { id: nia } })
    for (const kind of ['link_letters', 'link_sheets'])
      expect((await pdfOf(await sheets({ ...form, kind }))).pages[0]?.text.replace(/\s+/g, ' ')).toContain(
        PARENT_LINK_TEXTS.replaces('20.11.2026'),
      )
    await giveGuardian([nia, mia], { firstname: 'Omar' }, { receives_letters: false })
    expect((await preview({ ...form, kind: 'link_sheets' })).json().recipients).toEqual([])
  })
})

describe('labels and letters', () => {
  test('as labels name the child or whom to write to, from the chosen label on', async () => {
    const child = { kind: 'labels', format: '3x8-70x36', content: 'child', start: 24 }
    const names = await pdfOf(await sheets(child))
    expect(names.pages.map(({ text }) => text)).toEqual(['Mia Nguyễn\nKlasse 1a', 'Łukasz Şahin $& {Kind}\nKlasse 3a'])
    const { pages } = await pdfOf(await sheets({ ...child, content: 'address', start: 1 }))
    expect(pages[0]?.text).toBe('Frau Anna Müller\nDorfstraße 1\n15999 Wacholderhain')
    expect((await sheets({ ...child, format: '3x7-63x38' })).json().errors).toHaveProperty('start')
  })

  test('as letters fill in the children, read no name as a placeholder, and go where no mail goes', async () => {
    const { pages } = await pdfOf(await sheets(LETTERS))
    expect(pages[0]?.text.replace(/\s+/g, ' ')).toContain(
      'Mia Nguyễn und Łukasz Şahin $& {Kind} aus 1a und 3a fährt mit.',
    )
    expect(pages[0]?.text).toContain('Ausflug für Mia Nguyễn und Łukasz Şahin $& {Kind}')
    const other = await makePupil(school.app, school.fsw)
    await setPupil(other, HOME)
    await giveGuardian([other], { mail: 'per@example.org' })
    expect((await preview({ ...LETTERS, ids: [mia, other] })).json()).toMatchObject({ count: 1, reached_by_mail: 1 })
    expect((await preview({ ...LETTERS, ids: [mia, other], only_without_mail: false })).json()).toMatchObject({
      count: 2,
      reached_by_mail: 0,
      left_out: [{ pupil_id: mia, reason: 'no_address', recipient: 'Jan Müller' }],
    })
    const nobody = await sheets({ ...LETTERS, ids: [other] })
    expect([nobody.statusCode, nobody.json().errors.ids]).toEqual([422, [PUPIL_DOCUMENT_TEXTS.nothing]])
  })
})

describe('a letter', () => {
  test('has the day and the enclosures it was given, or today and none', async () => {
    const textOf = async (more: Record<string, unknown>) => {
      const reply = await sheets({ ...LETTERS, ids: [ben], only_without_mail: false, ...more })
      return (await pdfOf(reply)).pages[0]?.text.replace(/\s+/g, ' ') ?? ''
    }
    const plain = await textOf({})
    expect(plain).toContain(', 20.11.2026')
    expect(plain).not.toContain('Anlage')
    expect(await textOf({ enclosures: 'Packliste' })).toContain('Anlage Packliste')
    const dated = await textOf({ date: '2026-12-01', enclosures: ' Packliste \n\nRückmeldung' })
    expect(dated).toContain(', 01.12.2026')
    expect(dated).toContain('Anlagen Packliste Rückmeldung')
    for (const wrong of [
      { date: '2026-02-30' },
      { enclosures: 'x'.repeat(501) },
      { enclosures: '😀' },
      { body: '{Diagnose}' },
      { subject: '{Name}' },
    ]) {
      const refused = await sheets({ ...LETTERS, ...wrong })
      expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, Object.keys(wrong)])
    }
  })
})

describe('letters that the font lacks', () => {
  test('are named before anything is printed; what was typed is refused with them', async () => {
    const ming = await makePupil(school.app, school.fsw, { firstname: '小明', lastname: 'Olędzki' })
    const shown = (await preview({ kind: 'link_sheets', ids: [ming, mia] })).json()
    expect(shown).toMatchObject({ count: 2, unprintable: [{ line: '小明 Olędzki', letters: '小 明' }] })
    const typed = await sheets({ ...LETTERS, body: 'Wir freuen uns 😀 auf {Kind} – „sehr“.' })
    expect([typed.statusCode, typed.json().errors]).toEqual([422, { body: [PUPIL_DOCUMENT_TEXTS.unprintable('😀')] }])
  })
})

describe('papers for many', () => {
  test('are for users who manage pupils, and refuse unknown pupils and more than a thousand', async () => {
    const { browser } = await school.makeTeacher()
    const form = { kind: 'link_sheets' }
    for (const ask of [sheets, preview]) {
      expect((await ask(form, browser)).statusCode).toBe(403)
      const unknown = await ask({ ...form, ids: [mia, 987_654_321] })
      expect([unknown.statusCode, (await ask({ ...form, ids: [mia, elsewhere] })).body]).toEqual([404, unknown.body])
      const many = await ask({ ...form, ids: Array.from({ length: SHEETS_MAX + 1 }, (_, index) => index + 1) })
      expect(many.statusCode).toBe(422)
    }
  })
})
