import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilImportEndpoints as endpoints } from '#contract/pupilimports/pupilimports.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

const errorRows = async (id: number) =>
  (await school.head.call(endpoints.errorRows, { params: { id } })).rawPayload as Buffer

/** „1/2 Dachse“, for both grades. */
const addMixedClass = async () => {
  const { year, grades } = await insideSchool(school.app, school.fsw, async (tx) => ({
    year: await tx.selectFrom('schoolyear').select('id').where('state', '=', 'active').executeTakeFirstOrThrow(),
    grades: await tx.selectFrom('schoolgrade').select('id').where('grade', 'in', [1, 2]).orderBy('grade').execute(),
  }))
  const body = {
    school_year_id: year.id,
    schoolgrade_id: grades[0]?.id ?? 0,
    schoolgrade_to_id: grades[1]?.id ?? 0,
    description: 'Dachse',
  }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const reply = await school.head.call(schoolclassEndpoints.add, { body, headers })
  if (reply.statusCode !== 201) throw new Error(reply.body)
}

test('rows of a mixed class get their grade in the program or in the file of faulty rows', async () => {
  await addMixedClass()
  const rows = ['Ahorn;Mia;1.3.2018;w;1/2 Dachse', 'Ahorn;Udo;2.3.2018;m;1/2 Dachse', 'Ahorn;Ida;3.3.2018;w;1a']
  const { id, mapping } = await school.upload(
    'a.csv',
    Buffer.from(['Nachname;Vorname;Geburtsdatum;Geschlecht;Klasse', ...rows].join('\n')),
  )
  expect(mapping).not.toContain('schoolgrade')
  expect((await school.check(id)).counts).toMatchObject({ new: 1, error: 2 })
  expect((await school.rowsOf(id))[0]?.problems).toEqual([
    { field: 'schoolgrade', message: 'Bei einer jahrgangsgemischten Klasse ist die Klassenstufe nötig.' },
  ])
  const mended = await school.head.call(endpoints.changeRow, {
    params: { id, line: 2 },
    body: { cells: { schoolgrade: '2' } },
  })
  expect(mended.json()).toMatchObject({ verdict: 'new', cells: { schoolgrade: '2' } })

  const [head = [], row = []] = readSpreadsheet(await errorRows(id)).rows
  expect(head).toEqual([
    ...['Nachname', 'Vorname', 'Geburtsdatum', 'Geschlecht', 'Klasse', 'Klassenstufe'],
    ...['Hinweise', 'Zeile der Datei'],
  ])
  // The downloaded file, once corrected, can be imported without other changes.
  const corrected = await writeSpreadsheet({
    title: 'Fehlerzeilen',
    columns: head.map((heading, column) => ({
      heading: String(heading),
      cell: () =>
        heading === 'Klassenstufe' ? '1' : heading === 'Geburtsdatum' ? '2018-03-02' : (row[column] ?? null),
      ...(heading === 'Geburtsdatum' && { kind: 'day' as const }),
      width: 10,
    })),
    rows: [{}],
  })
  const again = await school.upload('fehlerzeilen.xlsx', Buffer.from(corrected))
  expect(again.mapping).toEqual([
    ...['lastname', 'firstname', 'birthdate', 'gender', 'schoolclass', 'schoolgrade'],
    ...[null, null],
  ])
  expect((await school.check(again.id)).counts).toMatchObject({ new: 1, error: 0 })
})

test('other missing columns can be mended as well: the day of an exit, the name of a guardian', async () => {
  const { id } = await school.upload(
    'a.csv',
    Buffer.from('Nachname;Vorname;Geb.;Status;Sorge1_Telefon\nBirke;Mia;1.3.2018;abgegangen;0331 1234\n'),
  )
  await school.check(id)
  const [head] = readSpreadsheet(await errorRows(id)).rows
  expect(head?.slice(0, -2)).toEqual([
    ...['Nachname', 'Vorname', 'Geburtsdatum', 'Status', 'Abgangsdatum'],
    ...['Sorge1_Vorname', 'Sorge1_Telefon'],
  ])
})

test('days are read, shown and written as people write them, and come back unchanged', async () => {
  const file = await writeSpreadsheet({
    title: 'Liste',
    columns: [
      { heading: 'Nachname', cell: () => 'Eiche', width: 10 },
      { heading: 'Vorname', cell: ({ name }) => name, width: 10 },
      { heading: 'Geburtsdatum', cell: ({ day }) => day, kind: 'day', width: 10 },
      { heading: 'Aufnahme', cell: () => '2026-08-01T00:00:00', width: 10 },
      { heading: 'Geschlecht', cell: () => 'nein', width: 10 },
      { heading: 'Bemerkung', cell: () => '2026-08-01', width: 10 },
    ],
    rows: [
      { name: 'Mia', day: '2019-10-09' },
      { name: 'Ole', day: '31.02.2019' },
    ],
  })
  const { id, preview } = await school.upload('a.xlsx', Buffer.from(file))
  expect(preview).toEqual([
    ['Eiche', 'Mia', '09.10.2019', '01.08.2026', 'nein', '01.08.2026'],
    ['Eiche', 'Ole', '31.02.2019', '01.08.2026', 'nein', '01.08.2026'],
  ])
  await school.check(id)
  const [first] = await school.rowsOf(id)
  expect(first).toMatchObject({ cells: { birthdate: '09.10.2019', date_entry: '01.08.2026' }, read: {} })
  const typed = await school.head.call(endpoints.changeRow, {
    params: { id, line: 2 },
    body: { cells: { birthdate: '2019-10-10' } },
  })
  expect(typed.json()).toMatchObject({ cells: { birthdate: '10.10.2019' }, read: {} })

  const content = await errorRows(id)
  const { rows, styles } = readSpreadsheet(content)
  const serial = Date.parse('2019-10-10') / 86_400_000 + 25_569
  expect(rows.slice(1).map((cells) => cells.slice(0, 4))).toEqual([
    ['Eiche', 'Mia', serial, Date.parse('2026-08-01') / 86_400_000 + 25_569],
    // Text that is no day stays, so that somebody can correct it.
    ['Eiche', 'Ole', '31.02.2019', Date.parse('2026-08-01') / 86_400_000 + 25_569],
  ])
  expect(styles).toContain('dd.mm.yyyy')
  const again = await school.upload('fehlerzeilen.xlsx', content)
  await school.check(again.id)
  const cellsOf = async (importId: number) => (await school.rowsOf(importId)).map(({ cells }) => cells)
  expect(await cellsOf(again.id)).toEqual(await cellsOf(id))
})

test('two fields in one column are told apart, and what cannot be is asked for', async () => {
  const text = [
    'Vor- und Nachname;PLZ/Ort;Straße/Nr.;Geb.Dat.;m / w / d;Kl.;Handy',
    'Mia Ulme;15999 Wacholderhain;Dorfstraße 5a;1.3.2018;w;1a;0152 28817386',
    'Ulme, Jan Ole;D-01067 Dresden;Weg;2.3.2018;m;1a;',
    'Ada Maria Ulme;Potsdam;;3.3.2018;w;1a;',
    'Ulme;14467;;4.3.2018;w;1a;',
  ].join('\n')
  const { id, mapping } = await school.upload('a.csv', Buffer.from(text))
  expect(mapping).toEqual(['first_last', 'zip_city', 'street', 'birthdate', 'gender', 'schoolclass', 'phone'])
  expect((await school.check(id)).counts).toMatchObject({ new: 2, error: 2 })
  const rows = await school.rowsOf(id)
  const birth = (day: number, gender = 'w') => ({ birthdate: `${day}.3.2018`, gender, schoolclass: '1a' })
  expect(rows.map(({ cells }) => cells)).toEqual([
    {
      ...{ firstname: 'Mia', lastname: 'Ulme', zip: '15999', city: 'Wacholderhain', street: 'Dorfstraße 5a' },
      ...{ ...birth(1), phone: '0152 28817386' },
    },
    { firstname: 'Jan Ole', lastname: 'Ulme', zip: '01067', city: 'Dresden', street: 'Weg', ...birth(2, 'm') },
    { lastname: 'Ada Maria Ulme', city: 'Potsdam', ...birth(3) },
    { lastname: 'Ulme', zip: '14467', ...birth(4) },
  ])
  expect(rows.slice(2).map(({ problems }) => problems)).toEqual([
    [{ field: 'firstname', message: 'Dieses Feld ist ein Pflichtfeld.' }],
    [{ field: 'firstname', message: 'Dieses Feld ist ein Pflichtfeld.' }],
  ])
  const mapped = (fields: readonly unknown[]) =>
    school.head.call(endpoints.map, { params: { id }, body: { mapping: fields } as never })
  await mapped(mapping.with(1, 'lastname'))
  const refused = await school.head.call(endpoints.check, { params: { id } })
  expect(refused.json().errors.mapping).toEqual(['„Nachname“ ist zwei Spalten zugeordnet.'])
  await mapped(mapping.with(0, 'last_first'))
  await school.check(id)
  const names = (await school.rowsOf(id)).map(({ cells }) => [cells.lastname, cells.firstname])
  expect(names.slice(0, 2)).toEqual([
    ['Mia', 'Ulme'],
    ['Ulme', 'Jan Ole'],
  ])
})
