import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { pupilImportEndpoints as endpoints, IMPORT_BYTES } from '#contract/pupilimports/pupilimports.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { insideSchool } from '#server/test/factories.ts'
import { foreignWorkbook } from '#server/test/foreign-workbook.ts'
import { hostileFiles, sheetXml, workbook } from '#server/test/hostile-files.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

/** Files that keep a reading thread busy for a while. */
const isHeavy = (title: string) => /lies about|^nine megabytes/.test(title)

test.each(hostileFiles)(
  '$title is refused, and other requests are answered meanwhile',
  async ({ title, name, make, text }) => {
    const file = make()
    const answered: string[] = []
    const note = <T>(who: string, reply: T) => {
      answered.push(who)
      return reply
    }
    const [reply, other] = await Promise.all([
      school.send(name, file).then((sent) => note('file', sent)),
      school.stranger.call(accountEndpoints.basedata).then((got) => note('other', got)),
    ])
    expect(reply.statusCode, reply.body).toBe(422)
    expect(reply.json().message).toContain(text)
    expect(other.statusCode).toBe(200)
    if (isHeavy(title)) expect(answered).toEqual(['other', 'file'])
  },
)

test('a file made in the same way without anything bad is read', async () => {
  const file = workbook(
    sheetXml([
      ['Nachname', 'Vorname', 'Geburtsdatum'],
      ['Rot', 'Mia', '1.3.2018'],
    ]),
  )
  expect(await school.upload('a.xlsx', file)).toMatchObject({ format: 'xlsx', row_count: 1 })
})

test('more than ten megabytes are refused in the words of the spec', async () => {
  const reply = await school.send('a.csv', Buffer.alloc(IMPORT_BYTES + 1, 0x61))
  expect(reply.statusCode).toBe(422)
  expect(reply.json().message).toBe('Die Dateigröße der einzelnen Dateien darf 10 MB nicht übersteigen!')
})

test('of twenty files at once some are read and the others are asked to come again', async () => {
  const file = Buffer.from('Nachname;Vorname;Geburtsdatum\nRot;Mia;1.3.2018\n')
  const replies = await Promise.all(Array.from({ length: 20 }, () => school.send('a.csv', file)))
  const codes = replies.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 201).length).toBeGreaterThanOrEqual(3)
  expect(new Set(codes)).toEqual(new Set([201, 503]))
  const refused = replies.find(({ statusCode }) => statusCode === 503)
  expect(refused?.headers['retry-after']).toBeDefined()
  expect((await school.send('a.csv', file)).statusCode).toBe(201)
})

test('an Excel file is read with its days, numbers and formulas as text', async () => {
  const rows = [{ name: "'=1+1", day: '2018-03-01', zip: 1067, schoolclass: '1a', gender: 'w' }]
  const content = await writeSpreadsheet({
    title: 'Liste',
    columns: [
      { heading: 'Nachname', cell: () => 'Müller', width: 10 },
      { heading: 'Vorname', cell: () => 'Zoë', width: 10 },
      { heading: 'Bemerkung', cell: ({ name }) => name, width: 10 },
      { heading: 'Klasse', cell: ({ schoolclass }) => schoolclass, width: 10 },
      { heading: 'Geschlecht', cell: ({ gender }) => gender, width: 10 },
      { heading: 'Geburtsdatum', cell: ({ day }) => day, kind: 'day', width: 10 },
      { heading: 'PLZ', cell: ({ zip }) => zip, width: 10 },
      { heading: 'Ort', cell: () => 'Dresden', width: 10 },
    ],
    rows,
  })
  const { id, ...uploaded } = await school.upload('a.xlsx', Buffer.from(content))
  expect(uploaded).toMatchObject({ format: 'xlsx', sheet: 'Liste', encoding: null, row_count: 1 })
  // This number has lost its leading zero.
  expect((await school.check(id)).counts).toMatchObject({ new: 1 })
  expect((await school.rowsOf(id))[0]).toMatchObject({ cells: { zip: '1067' }, read: { zip: '01067' } })
  const done = await school.commit(id)
  expect(done.report).toMatchObject({ created: 1 })
  const { rows: pupils } = await school.app.database.owner.query(`select set_config('app.school_id', $1, false)`, [
    String(school.fsw),
  ])
  expect(pupils).toHaveLength(1)
})

const cp1252 = (text: string) => Buffer.from(text, 'latin1')
const BASIC = [
  'Nachname|Vorname|Geburtsdatum|Geschlecht|Status|PLZ|Ort|Straße|Konfession|Aufnahmedatum|Schulpflicht erf.|Jahr|Jahrgang|Klasse',
  'Groß#01A|Mia|03.05.2018|w|2|15999|Wacholderhain|Dorfstraße 5|rk|01.08.2026|N|2026|01|01A',
  'Weiß|Ben|04.05.2017|m|2|15999|Wacholderhain|Dorfstraße 7|ev|01.08.2026|N|2026|02|02A',
  'Alt|Eva|04.05.2012|w|1|||||||2026||',
].join('\r\n')
const HOUSEHOLDS = [
  'Nachname|Vorname|Geburtsdatum|Erzieherart|Anrede 1.Person|Titel 1.Person|Nachname 1.Person|Vorname 1.Person|Anrede 2.Person|Titel 2.Person|Nachname 2.Person|Vorname 2.Person|Straße|PLZ|Ort|Ortsteil|E-Mail 1. Person|Anschreiben|E-Mail 2. Person',
  'Groß#01A|Mia|03.05.2018|Mutter|Frau||Groß|Anna|||||Dorfstraße 5|15999|Wacholderhain||anna@example.org|J|',
  'Groß#01A|Mia|03.05.2018|Vater|Herr||Klein|Paul|||||Waldweg 1|15999|Wacholderhain||paul@example.org|J|',
].join('\r\n')
const PHONES =
  'Nachname|Vorname|Geburtsdatum|Telefonnr.|Art\r\nGroß#01A|Mia|03.05.2018|030 23125-200|Mutter\r\nGroß#01A|Mia|03.05.2018|0152 28817386|Vater mobil\r\nGroß#01A|Mia|03.05.2018|030 23125-201|Vater dienstlich'

test('files of SchILD-NRW in one archive become children with two guardians who live apart', async () => {
  const zip = zipSync({
    'SchuelerBasisdaten.dat': cp1252(BASIC),
    'SchuelerErzieher.dat': cp1252(HOUSEHOLDS),
    'SchuelerTelefonnummern.dat': cp1252(PHONES),
    'liesmich.md': strToU8('x'),
  })
  const uploaded = await school.upload('schild.zip', Buffer.from(zip))
  expect(uploaded).toMatchObject({
    format: 'schild',
    encoding: 'windows-1252',
    row_count: 3,
    ignored_headings: ['Konfession'],
  })
  expect((await school.check(uploaded.id)).counts).toMatchObject({ new: 2, error: 1 })
  const rows = await school.rowsOf(uploaded.id)
  expect(rows[0]?.cells).toMatchObject({
    lastname: 'Groß',
    schoolclass: '01A',
    guardian1_lastname: 'Groß',
    guardian1_phone: '030 23125-200',
    guardian2_lastname: 'Klein',
    guardian2_mail: 'paul@example.org',
  })
  expect(rows[2]?.problems.map(({ message }) => message)).toContain(
    'Kinder auf der Warteliste werden nicht importiert.',
  )
  const done = await school.commit(uploaded.id, { only_good: true })
  expect(done.report).toMatchObject({ created: 2, guardians_created: 2, error_lines: [4] })
  const family = await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('pupil_guardian as pg')
      .innerJoin('guardian as g', 'g.id', 'pg.guardian_id')
      .select(['salutation', 'firstname', 'relationship', 'lives_with_pupil', 'street', 'house_number', 'zip'])
      .select(['phone_home', 'phone_mobile', 'phone_work'])
      .orderBy('position')
      .execute(),
  )
  expect(family).toEqual([
    {
      ...{ salutation: 'ms', firstname: 'Anna', relationship: 'mother', lives_with_pupil: true },
      ...{ street: null, house_number: null, zip: null },
      ...{ phone_home: '030 23125-200', phone_mobile: null, phone_work: null },
    },
    {
      ...{ salutation: 'mr', firstname: 'Paul', relationship: 'father', lives_with_pupil: false },
      ...{ street: 'Waldweg', house_number: '1', zip: '15999' },
      ...{ phone_home: null, phone_mobile: '0152 28817386', phone_work: '030 23125-201' },
    },
  ])
  const errors = await school.head.call(endpoints.errorRows, { params: { id: uploaded.id } })
  const sheet = readSpreadsheet(errors.rawPayload)
  expect(sheet.rows[0]).toContain('Hinweise')
  expect(sheet.rows[1]).toContain('Alt')
  const again = await school.check((await school.upload('schild.zip', Buffer.from(zip))).id)
  expect(again.counts).toMatchObject({ same: 2, new: 0, changed: 0 })
  // The export for that program reads as the same children again (domain §6.2).
  const pupils = await insideSchool(school.app, school.fsw, (tx) =>
    tx.selectFrom('pupil').select('id').where('lastname', 'in', ['Groß', 'Weiß']).execute(),
  )
  const exported = await school.head.call(pupilExportEndpoints.create, {
    body: { format: 'schild', ids: pupils.map(({ id }) => id) },
  })
  const back = await school.upload('schild.zip', exported.rawPayload)
  expect((await school.check(back.id)).counts, JSON.stringify(await school.rowsOf(back.id))).toEqual({
    ...{ new: 0, changed: 0, same: 2, error: 0, duplicate: 0 },
  })
})

test('SchILD-NRW’s data about origin and enrolment are imported when the code is known, and reported otherwise', async () => {
  const basic = [
    'Nachname|Vorname|Geburtsdatum|Status|Schulpflicht erf.|Einschulungsjahr|Übergangsempf. JG5|Zuzugsjahr|Geburtsland Schüler|Geburtsland Mutter|Verkehrssprache|Dauer Kindergartenbesuch',
    'Grün|Ida|03.05.2018|2|N|2024||2021|UKR|UKR|uk|3',
    'Grün|Udo|04.05.2017|2|N|2023|GY||163||tr|7',
    'Grün|Leo|04.05.2017|2|N|||2022|000||de|4',
  ].join('\r\n')
  const more = 'Nachname|Vorname|Geburtsdatum|Namenszusatz|Einschulungsart\r\nGrün|Ida|03.05.2018||vorzeitig\r\n'
  const files = { 'SchuelerBasisdaten.dat': cp1252(basic), 'SchuelerZusatzdaten.dat': cp1252(more) }
  const { id } = await school.upload('schild.zip', Buffer.from(zipSync(files)))
  expect((await school.check(id)).counts).toMatchObject({ new: 2, error: 1 })
  const [ida, udo, leo] = await school.rowsOf(id)
  expect(ida?.read).toMatchObject({
    birth_country: 'Ukraine',
    family_language: 'Ukrainisch',
    kita_years: '2 bis 3 Jahre',
  })
  expect(udo?.notes.map(({ field }) => field).sort()).toEqual(['birth_country', 'kita_years', 'school_recommendation'])
  expect(leo?.problems).toEqual([
    {
      field: 'immigration_year',
      message: 'Ein Jahr des Zuzugs gibt es nur bei einem Geburtsland außerhalb Deutschlands.',
    },
  ])
  await school.commit(id, { only_good: true })
  const stored = await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('pupil')
      .select(['firstname', 'first_enrolment_year', 'enrolment_kind', 'school_recommendation'])
      .select(['immigration_year', 'birth_country', 'family_language', 'kita_years'])
      .where('lastname', '=', 'Grün')
      .orderBy('firstname')
      .execute(),
  )
  expect(stored).toEqual([
    {
      ...{ firstname: 'Ida', first_enrolment_year: 2024, enrolment_kind: 'early', school_recommendation: null },
      ...{ immigration_year: 2021, birth_country: 'UKR', family_language: 'uk', kita_years: '2to3' },
    },
    {
      ...{ firstname: 'Udo', first_enrolment_year: 2023, enrolment_kind: null, school_recommendation: null },
      ...{ immigration_year: null, birth_country: null, family_language: 'tr', kita_years: null },
    },
  ])
  // An unknown code does not delete the value on record; after an undo everything is as before.
  const change = 'Nachname;Vorname;Geburtsdatum;Geburtsland;Zuzugsjahr\nGrün;Ida;3.5.2018;Polen;2022\n'
  const second = await school.upload('a.csv', Buffer.from(change))
  await school.check(second.id)
  expect((await school.rowsOf(second.id))[0]?.changes).toEqual([
    { field: 'birth_country', from: 'Ukraine', to: 'Polen' },
    { field: 'immigration_year', from: '2021', to: '2022' },
  ])
  await school.commit(second.id)
  await school.head.call(endpoints.undo, { params: { id: second.id } })
  expect(
    (await school.check((await school.upload('schild.zip', Buffer.from(zipSync(files)))).id)).counts,
  ).toMatchObject({
    ...{ new: 0, changed: 0, same: 2 },
  })
})

test('a workbook as other programs write it is read: shared texts, formulas with their results, days since 1904', async () => {
  const { id } = await school.upload('andere.xlsx', foreignWorkbook())
  await school.check(id)
  const rows = await school.rowsOf(id)
  expect(rows.map(({ line, cells }) => ({ line, ...cells }))).toEqual([
    { line: 3, lastname: 'Birke', firstname: 'Ada', birthdate: '01.03.2018', zip: '01067', city: 'Dresden' },
    { line: 6, lastname: 'Birke', firstname: 'Mia Sophie', birthdate: '29.02.2016', city: 'Dresden' },
  ])
  expect(rows.map(({ verdict }) => verdict)).toEqual(['new', 'new'])
})

test('another encoding reads the file anew, and what columns mean is remembered', async () => {
  const file = cp1252('Familie;Vorname;Geburtsdatum\nGroß;Mia;3.5.2018\n')
  const { id, mapping } = await school.upload('x.csv', file)
  expect(mapping).toEqual([null, 'firstname', 'birthdate'])
  expect((await school.head.call(endpoints.check, { params: { id } })).statusCode).toBe(422)
  const body = { mapping: ['lastname', 'firstname', 'birthdate'], encoding: 'utf-8' }
  const mapped = await school.head.call(endpoints.map, { params: { id }, body })
  expect(mapped.json()).toMatchObject({ mapping: body.mapping, encoding: 'utf-8' })
  expect(mapped.json().preview[0][0]).not.toBe('Groß')
  const next = await school.upload('x.csv', file)
  expect(next).toMatchObject({ is_remembered: true, mapping: body.mapping, encoding: 'windows-1252' })
  expect(next.preview[0]?.[0]).toBe('Groß')
})
