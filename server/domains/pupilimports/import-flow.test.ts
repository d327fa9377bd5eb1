import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilImportEndpoints as endpoints } from '#contract/pupilimports/pupilimports.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

const HEAD =
  'Nachname;Vorname;Geschlecht;Geb.-Datum;Klasse;Aufnahme;Straße;PLZ;Wohnort;Konfession;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Telefon;Sorge1_E-Mail'
const LIST = [
  HEAD,
  'Öztürk;Elif;w;03.05.2018;01A;01.08.2026;Dorfstraße 5a;15999;Wacholderhain;geheim;Aylin;Öztürk;0152 28817386;aylin@example.org',
  'Öztürk;Emir;m;3.5.17;2a;01.08.2026;Dorfstraße 5a;15999;Wacholderhain;;Aylin;Öztürk;0152 28817386;aylin@example.org',
  'Krüger;Mia;weiblich;31.02.2018;1a;;;;;;;;;',
  'Krüger;Ben;m;11.11.2018;9z;;;;;;;;;',
  ';;;;;;;;;;;;;',
  'Öztürk;Elif;w;03.05.2018;1a;;;;;;;;;',
].join('\r\n')

const pupilsOf = () =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('pupil as p')
      .leftJoin('pupil_schoolclass as m', 'm.pupil_id', 'p.id')
      .select([
        'p.id',
        'p.firstname',
        'p.lastname',
        'p.gender',
        'p.birthdate',
        'p.street',
        'p.house_number',
        'p.status',
      ])
      .select(['p.date_entry', 'm.schoolclass_id', 'm.date_start', 'm.date_end'])
      .orderBy('p.id')
      .orderBy('m.date_start')
      .execute(),
  )

test('a list is read, corrected, imported, imported again without change, and taken back', async () => {
  const { upload, check, rowsOf, commit, head } = school
  const uploaded = await upload('liste.csv', Buffer.from(LIST, 'latin1'))
  expect(uploaded).toMatchObject({
    state: 'uploaded',
    format: 'csv',
    encoding: 'windows-1252',
    delimiter: ';',
    row_count: 5,
    ignored_headings: ['Konfession'],
    counts: null,
  })
  expect(uploaded.mapping.slice(0, 5)).toEqual(['lastname', 'firstname', 'gender', 'birthdate', 'schoolclass'])
  expect(uploaded.preview[0]?.[9]).toBe('')
  const { id } = uploaded
  const checked = await check(id)
  expect(checked.counts).toEqual({ new: 2, changed: 0, same: 0, error: 2, duplicate: 1 })
  expect(checked.missing_classes).toEqual(['9z'])
  const rows = await rowsOf(id)
  expect(rows.map(({ line, verdict }) => `${line} ${verdict}`)).toEqual([
    '2 new',
    '3 new',
    '4 error',
    '5 error',
    '7 duplicate',
  ])
  expect(rows[2]?.problems).toEqual([{ field: 'birthdate', message: 'Dies ist kein gültiges Datum.' }])
  expect(rows[3]?.problems).toEqual([
    { field: 'schoolclass', message: 'Diese Klasse gibt es im aktiven Schuljahr nicht.' },
  ])
  expect(rows[4]?.problems).toEqual([{ field: null, message: 'Dieses Kind steht schon in Zeile 2.' }])
  expect(JSON.stringify(rows)).not.toContain('geheim')

  const refused = await head.call(endpoints.commit, { params: { id }, body: {} })
  expect(refused.statusCode).toBe(422)
  expect(await pupilsOf()).toEqual([])
  const corrected = await head.call(endpoints.changeRow, {
    params: { id, line: 4 },
    body: { cells: { birthdate: '28.02.2018' } },
  })
  expect(corrected.json()).toMatchObject({ line: 4, verdict: 'new', decision: 'create', problems: [] })
  const dropped = await head.call(endpoints.changeRow, { params: { id, line: 7 }, body: { decision: 'skip' } })
  expect(dropped.json()).toMatchObject({ decision: 'skip' })

  const done = await commit(id, { only_good: true })
  expect(done).toMatchObject({ state: 'done', problem: null })
  expect(done.report).toEqual({
    created: 3,
    changed: 0,
    same: 0,
    skipped_lines: [7],
    error_lines: [5],
    exit_lines: [],
    guardians_created: 1,
    guardians_changed: 0,
  })
  const pupils = await pupilsOf()
  expect(pupils.map(({ firstname, gender, birthdate }) => `${firstname} ${gender} ${birthdate}`)).toEqual([
    'Elif f 2018-05-03',
    'Emir m 2017-05-03',
    'Mia f 2018-02-28',
  ])
  const { rows: wrong } = await insideSchool(school.app, school.fsw, (tx) =>
    sql`select search_contact from pupil p where search_contact <> pupil_search_contact(p)
      or (firstname <> 'Mia' and search_contact not like '% aylin %01522881%')`.execute(tx),
  )
  expect(wrong).toEqual([])
  expect(pupils[0]).toMatchObject({
    street: 'Dorfstraße',
    house_number: '5a',
    date_start: '2026-08-01',
    status: 'active',
  })

  const again = await check((await upload('liste.csv', Buffer.from(LIST, 'latin1'))).id)
  expect(again.counts).toEqual({ new: 0, changed: 0, same: 2, error: 2, duplicate: 1 })

  const undone = await head.call(endpoints.undo, { params: { id } })
  expect(undone.json()).toMatchObject({ state: 'undone', undo_report: { removed: 3, restored: 0, kept_lines: [] } })
  expect(await pupilsOf()).toEqual([])
  expect(await school.count('guardian')).toBe(0)
})

test('an import changes what is new, never takes away, and gives back all but what others changed since', async () => {
  const { upload, check, rowsOf, commit, head } = school
  const [first] = [
    await school.importText(
      'Nachname;Vorname;Geburtsdatum;Klasse;Ort;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Telefon\nLehmann;Ida;1.2.2018;1a;Alt;Jana;Lehmann;030 23125-100\nLehmann;Carl;1.2.2017;2a;Alt;Jana;Lehmann;030 23125-100\n',
    ),
  ]
  expect(first.report).toMatchObject({ created: 2, guardians_created: 1 })
  school.app.setNow(new Date('2026-12-01T08:00:00Z'))
  const text =
    'Nachname;Vorname;Geburtsdatum;Klasse;Ort;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Telefon;Sorge1_E-Mail\nLehmann;Ida;01.02.2018;2a;Neu;Jana;Lehmann;;jana@example.org\nLehmann;Carl;01.02.2017;;Neu;;;;\n'
  const { id } = await upload('neu.csv', Buffer.from(text))
  expect((await check(id)).counts).toMatchObject({ changed: 2 })
  const [ida] = await rowsOf(id)
  expect(ida?.changes).toEqual([
    { field: 'city', from: 'Alt', to: 'Neu' },
    { field: 'schoolclass', from: '1a', to: '2a' },
    { field: 'schoolgrade', from: '1', to: '2' },
    { field: 'guardian1_mail', from: null, to: 'jana@example.org' },
  ])
  expect((await commit(id)).report).toMatchObject({
    created: 0,
    changed: 2,
    guardians_created: 0,
    guardians_changed: 1,
  })
  const moved = (await pupilsOf()).filter(({ firstname }) => firstname === 'Ida')
  expect(moved.map(({ date_start, date_end }) => [date_start, date_end])).toEqual([
    ['2026-11-20', '2026-11-30'],
    ['2026-12-01', null],
  ])
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('pupil').set({ street: 'Geändert' }).where('firstname', '=', 'Carl').execute(),
  )
  const undone = (await head.call(endpoints.undo, { params: { id } })).json()
  expect(undone.undo_report).toEqual({ removed: 0, restored: 1, kept_lines: [3] })
  const left = await pupilsOf()
  expect(left.filter(({ firstname }) => firstname === 'Ida').map(({ date_end }) => date_end)).toEqual([null])
  expect((await head.call(endpoints.undo, { params: { id } })).statusCode).toBe(409)
})

test('two imports of the same child make one child', async () => {
  const text = 'Nachname;Vorname;Geburtsdatum;Klasse\nZwilling;Anna;1.3.2018;1a\n'
  const [one, two] = [await upload2(text), await upload2(text)]
  for (const id of [one, two]) await school.head.call(endpoints.commit, { params: { id }, body: {} })
  await Promise.all([one, two].map((id) => school.runJob(id)))
  const reports = [await school.detail(one), await school.detail(two)].map(({ report }) => report?.created)
  expect(reports.sort()).toEqual([0, 1])
})

const upload2 = async (text: string) => {
  const { id } = await school.upload('a.csv', Buffer.from(text))
  await school.check(id)
  return id
}

test('the next process finishes the import of a dead one, and only once', async () => {
  const { head, app, fsw } = school
  const id = await upload2('Nachname;Vorname;Geburtsdatum;Klasse\nAnker;Lotte;1.3.2018;1a\n')
  await head.call(endpoints.commit, { params: { id }, body: {} })
  // The state when the process is killed: the import is running for everybody, and nothing of its transaction exists.
  await insideSchool(app, fsw, (tx) =>
    tx.updateTable('pupil_import').set({ state: 'running', progress_done: 1 }).where('id', '=', id).execute(),
  )
  expect(await school.detail(id)).toMatchObject({ state: 'running', progress: { done: 1, total: 1 } })
  await Promise.all([school.runJob(id), school.runJob(id)])
  await school.runJob(id)
  expect(await school.detail(id)).toMatchObject({ state: 'done', report: { created: 1 } })
  expect((await pupilsOf()).filter(({ lastname }) => lastname === 'Anker')).toHaveLength(1)
})

const verdictsOf = async (id: number) => (await school.rowsOf(id)).map(({ line, verdict }) => `${line} ${verdict}`)

test('a row corrected or left out frees the later ones that are the same child', async () => {
  const { head } = school
  const id = await upload2(
    'SuS-Nummer;Nachname;Vorname;Geburtsdatum\nX-1;Eiche;Nora;1.3.2018\nX-2;Eiche;Nora;1.3.2018\nX-2;Buche;Juri;2.3.2018\n',
  )
  expect(await verdictsOf(id)).toEqual(['2 new', '3 duplicate', '4 duplicate'])
  const change = (line: number, body: object) => head.call(endpoints.changeRow, { params: { id, line }, body })
  const renamed = await change(2, { cells: { firstname: 'Nele' } })
  expect(renamed.json()).toMatchObject({ line: 2, verdict: 'new', undecided: { duplicates: 1 } })
  expect(renamed.json().also).toMatchObject([{ line: 3, verdict: 'new' }])
  expect(await verdictsOf(id)).toEqual(['2 new', '3 new', '4 duplicate'])
  expect((await change(3, { decision: 'skip' })).json().undecided).toEqual({ errors: 0, duplicates: 0 })
  expect(await verdictsOf(id)).toEqual(['2 new', '3 new', '4 new'])
  await change(4, { cells: { lastname: 'Eiche', firstname: 'Nele', birthdate: '01.03.2018' } })
  expect(await verdictsOf(id)).toEqual(['2 new', '3 new', '4 duplicate'])
})

test('one decision about thousands of rows is made at once, and each is validated beside the others', async () => {
  const { head } = school
  const names = Array.from({ length: 1500 }, (_, index) =>
    [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join(''),
  )
  const rows = names.flatMap((name) => [`Tanne${name};Ida;1.3.2018`, `Tanne${name};Ida;1.3.2018`])
  const id = await upload2(`Nachname;Vorname;Geburtsdatum\n${rows.join('\n')}\n`)
  const first = rows.flatMap((_row, index) => (index % 2 === 0 ? [index + 2] : []))
  const decide = async (lines: number[], decision: string | null) =>
    (await head.call(endpoints.decide, { params: { id }, body: { lines, decision } })).json()
  expect((await decide(first, 'skip')).counts).toMatchObject({ new: 3000, duplicate: 0 })
  expect(await decide(first, null)).toMatchObject({
    counts: { new: 1500, duplicate: 1500 },
    undecided: { errors: 0, duplicates: 1500 },
  })
  expect((await decide([3, 5, 99_999], 'skip')).undecided).toEqual({ errors: 0, duplicates: 1498 })
})

test('another school sees nothing of an import, and only users who manage pupils may import', async () => {
  const { id } = await school.upload('a.csv', Buffer.from('Nachname;Vorname;Geburtsdatum\nRot;Mia;1.3.2018\n'))
  for (const endpoint of [
    endpoints.get,
    endpoints.check,
    endpoints.rows,
    endpoints.undo,
    endpoints.errorRows,
    endpoints.remove,
  ])
    expect((await school.stranger.call(endpoint, { params: { id } })).statusCode).toBe(404)
  const teacher = await school.teacher.call(endpoints.upload, {
    query: { filename: 'a.csv' },
    body: Buffer.from('x'),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(teacher.statusCode).toBe(403)
  const json = await school.head.call(endpoints.upload, { query: { filename: 'a.csv' }, body: { a: 1 } })
  expect(json.statusCode).toBe(415)
})

test('after a day file and rows are gone and the report stays', async () => {
  const done = await school.importText('Nachname;Vorname;Geburtsdatum\nGrau;Theo;1.3.2018\n')
  school.app.setNow(new Date(Date.parse(done.finished_at ?? '') + 25 * 60 * 60 * 1000))
  await school.tidy()
  const after = await school.detail(done.id)
  expect(after).toMatchObject({ has_rows: false, undo_until: null, preview: [], report: { created: 1 } })
  expect(await school.rowsOf(done.id)).toEqual([])
})
