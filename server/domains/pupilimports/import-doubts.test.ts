import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilImportEndpoints as endpoints, type ImportRow } from '#contract/pupilimports/pupilimports.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

const checked = async (text: string) => {
  const { id } = await school.upload('a.csv', Buffer.from(text))
  await school.check(id)
  return id
}
const rowsOf = async (text: string): Promise<ImportRow[]> => school.rowsOf(await checked(text))

const change = (firstname: string, values: object) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('pupil').set(values).where('firstname', '=', firstname).execute(),
  )
const find = (firstname: string) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('pupil')
      .select(['id', 'city', 'gender', 'date_exit', 'pupil_number'])
      .where('firstname', '=', firstname)
      .orderBy('id')
      .execute(),
  )

test('a correction made after the check is not overwritten unseen', async () => {
  await school.importText(
    'Nachname;Vorname;Geburtsdatum;Ort\nAhorn;Mia;1.3.2018;Altstadt\nAhorn;Jan;1.4.2017;Altstadt\n',
  )
  const text = 'Nachname;Vorname;Geburtsdatum;Ort\nAhorn;Mia;1.3.2018;Altstadt\nAhorn;Jan;1.4.2017;Dorf\n'
  const [first, second] = [await checked(text), await checked(text)]
  expect(await school.detail(first)).toMatchObject({ counts: { same: 1, changed: 1 } })
  await change('Mia', { city: 'Neustadt' })
  const refused = await school.commit(first)
  expect(refused).toMatchObject({ state: 'failed', problem: expect.stringContaining('Seit der Prüfung') })
  expect(await find('Jan')).toMatchObject([{ city: 'Altstadt' }])
  const done = await school.commit(second, { only_good: true })
  expect(done.report).toMatchObject({ changed: 1, error_lines: [2] })
  expect(await find('Mia')).toMatchObject([{ city: 'Neustadt' }])
  // A new check shows it, so that whoever imports it now knows.
  await school.check(first)
  expect((await school.rowsOf(first))[0]?.changes).toEqual([{ field: 'city', from: 'Neustadt', to: 'Altstadt' }])
  expect(await school.commit(first)).toMatchObject({ state: 'done', report: { changed: 1, same: 1 } })
  expect(await find('Mia')).toMatchObject([{ city: 'Altstadt' }])
})

test('a child deleted after the check is not entered anew, and one entered meanwhile not changed', async () => {
  await school.importText('Nachname;Vorname;Geburtsdatum;Ort\nBuche;Ole;1.3.2018;Alt\n')
  const gone = await checked('Nachname;Vorname;Geburtsdatum;Ort\nBuche;Ole;1.3.2018;Neu\n')
  const fresh = await checked('Nachname;Vorname;Geburtsdatum;Ort\nBuche;Pia;1.3.2018;Fern\n')
  await change('Ole', { deleted_at: new Date().toISOString() })
  await school.importText('Nachname;Vorname;Geburtsdatum;Ort\nBuche;Pia;1.3.2018;Nah\n')
  for (const id of [gone, fresh]) expect(await school.commit(id)).toMatchObject({ state: 'failed' })
  expect(await find('Ole')).toHaveLength(1)
  expect(await find('Pia')).toMatchObject([{ city: 'Nah' }])
})

test('names of built-in object properties are neither a gender nor a status', async () => {
  const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
  const rows = await rowsOf(
    `Nachname;Vorname;Geburtsdatum;Geschlecht;Status;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Beziehung\n${words
      .map((word, index) => `Eiche;Kind;${index + 1}.3.2018;${word};${word};A;B;${word}`)
      .join('\n')}\n`,
  )
  for (const { verdict, problems } of rows) {
    expect(verdict).toBe('error')
    expect(problems.map(({ message }) => message)).toEqual([
      'Bitte m, w oder d angeben.',
      'Diesen Status gibt es nicht.',
    ])
  }
})

test('when a row may be about several pupils, the chosen one is changed', async () => {
  await school.importText('Nachname;Vorname;Geburtsdatum;Ort\nFichte;Anna;11.3.2018;A\nFichte;Anna;13.3.2018;B\n')
  const id = await checked('Nachname;Vorname;Geburtsdatum;Geschlecht;Ort\nFichte;Anna;12.3.2018;w;C\n')
  const [row] = await school.rowsOf(id)
  expect(row).toMatchObject({ verdict: 'duplicate', decision: null, match_id: null })
  expect(
    row?.matches.map(({ gender, changes }) => [gender, changes.map(({ field, from, to }) => [field, from, to])]),
  ).toEqual([
    [
      'd',
      [
        ['gender', 'divers', 'weiblich'],
        ['birthdate', '11.03.2018', '12.03.2018'],
        ['city', 'A', 'C'],
      ],
    ],
    [
      'd',
      [
        ['gender', 'divers', 'weiblich'],
        ['birthdate', '13.03.2018', '12.03.2018'],
        ['city', 'B', 'C'],
      ],
    ],
  ])
  const decide = (body: object) => school.head.call(endpoints.changeRow, { params: { id, line: 2 }, body })
  const unclear = await decide({ decision: 'update' })
  expect(unclear.statusCode).toBe(422)
  expect(unclear.json().errors.match_id).toHaveLength(1)
  const many = await school.head.call(endpoints.decide, { params: { id }, body: { lines: [2], decision: 'update' } })
  expect(many.json().undecided).toEqual({ errors: 0, duplicates: 1 })
  const second = row?.matches[1]?.id
  const chosen = await decide({ decision: 'update', match_id: second })
  expect(chosen.json()).toMatchObject({ decision: 'update', match_id: second, undecided: { duplicates: 0 } })
  await school.check(id)
  expect((await school.commit(id)).report).toMatchObject({ changed: 1, created: 0 })
  expect(await find('Anna')).toMatchObject([{ city: 'A' }, { id: second, city: 'C', gender: 'f' }])
})

test('an exit in the file is not imported, and the check says so', async () => {
  await school.importText('Nachname;Vorname;Geburtsdatum\nLinde;Kai;1.3.2018\n')
  const id = await checked('Nachname;Vorname;Geburtsdatum;Status;Entlassdatum\nLinde;Kai;1.3.2018;9;1.10.2026\n')
  expect(await school.detail(id)).toMatchObject({ counts: { same: 1 }, hints: { exits: 1 } })
  expect((await school.rowsOf(id))[0]?.notes).toEqual([
    { field: 'date_exit', message: 'Der Abgang wird nicht übernommen; bitte tragen Sie ihn beim Kind ein.' },
  ])
  expect((await school.commit(id)).report).toMatchObject({ same: 1, exit_lines: [2] })
  expect(await find('Kai')).toMatchObject([{ date_exit: null }])
})

test('numbers of another program are not ours: a second import finds the same children', async () => {
  const head = 'SuS-Nummer;Nachname;Vorname;Geburtsdatum'
  await school.importText('Nachname;Vorname;Geburtsdatum\nKiefer;Eva;1.3.2018\n')
  const [eva] = await find('Eva')
  const next = (by: number) => `FSW-${String(Number(eva?.pupil_number.slice(-5)) + by).padStart(5, '0')}`
  // In the file the two have each other's numbers, and a stranger has Eva's.
  const text = `${head}\n${next(2)};Kiefer;Ada;2.4.2017\n${next(1)};Kiefer;Ben;2.4.2017\n`
  const id = await checked(text)
  expect(await school.detail(id)).toMatchObject({ counts: { new: 2 }, hints: { numbered: 2 } })
  await school.commit(id)
  const again = await school.rowsOf(await checked(`${text}${eva?.pupil_number};Lärche;Tom;5.6.2017\n`))
  expect(again.map(({ verdict, notes }) => [verdict, notes.map(({ field }) => field)])).toEqual([
    ['same', ['pupil_number']],
    ['same', ['pupil_number']],
    ['duplicate', []],
  ])
  // A child found by number is still the same when one detail was corrected; a twin is not.
  const [corrected, twin] = await rowsOf(
    `${head}\n${eva?.pupil_number};Kiefer;Eva;1.3.2017\n${next(1)};Kiefer;Zoe;2.4.2017\n`,
  )
  expect([corrected?.verdict, twin?.verdict]).toEqual(['changed', 'duplicate'])
})

test('the check shows stored values that differ from the cell, and days that can be read in two ways', async () => {
  const rows = await rowsOf(
    'Nachname;Vorname;Geburtsdatum;Straße;PLZ\nEibe;Mia;12/03/2018;Bäckerstraße 5;15999\nEibe;Ida;2018-05-03;Weg;3042\nEibe;Udo;05.06.2018;;304\n',
  )
  expect(rows.map(({ read }) => read)).toEqual([
    { birthdate: '12.03.2018', street: 'Bäckerstraße', house_number: '5' },
    { zip: '03042' },
    {},
  ])
  expect(rows[1]?.cells.birthdate).toBe('03.05.2018')
  expect(rows[0]?.notes).toEqual([
    { field: 'birthdate', message: 'Gelesen als 12.03.2018: zuerst der Tag, dann der Monat.' },
  ])
  expect(rows.map(({ problems }) => problems)).toEqual([
    [],
    [],
    [{ field: 'zip', message: 'Bitte eine Postleitzahl mit fünf Ziffern angeben, zum Beispiel 15999.' }],
  ])
})

test('a postcode of four digits gets its zero back, but for a child who lives abroad with it', async () => {
  const text = 'Nachname;Vorname;Geburtsdatum;PLZ;Ort\nEsche;Ida;3.5.2018;3042;Cottbus\nEsche;Udo;5.6.2018;1010;Wien\n'
  await school.importText(text)
  const zips = () =>
    insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('pupil').select('zip').where('lastname', '=', 'Esche').orderBy('id').execute(),
    )
  expect(await zips()).toEqual([{ zip: '03042' }, { zip: '01010' }])
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('pupil').set({ country: 'AT', zip: '1010' }).where('zip', '=', '01010').execute(),
  )
  expect((await rowsOf(text)).map(({ verdict }) => verdict)).toEqual(['same', 'same'])
})

test('twins are two children; a person decides about swapped names', async () => {
  await school.importText('Nachname;Vorname;Geburtsdatum\nPaul;Moritz;1.3.2018\n')
  const rows = await rowsOf(
    'Nachname;Vorname;Geburtsdatum\nPaul;Max;1.3.2018\nMoritz;Paul;1.3.2018\nPaul;Morits;1.3.2018\n',
  )
  expect(rows.map(({ verdict }) => verdict)).toEqual(['new', 'duplicate', 'duplicate'])
})

test('without a column for the gender it is said how many will be entered as divers', async () => {
  const id = await checked('Nachname;Vorname;Geburtsdatum\nTanne;Lea;1.3.2018\nTanne;Leo;1.4.2018\n')
  expect((await school.detail(id)).hints).toEqual({ without_gender: 2, numbered: 0, exits: 0 })
})

const NEEDED = 'Nachname;Vorname;Geburtsdatum'
test.each([
  ['a grade that the school has not', 'Klassenstufe', '9', 'Diese Klassenstufe gibt es an der Schule nicht.'],
  ['an exit without its day', 'Status', 'abgegangen', 'Bitte ein Abgangsdatum angeben.'],
  ['half a guardian', 'Sorge1_Nachname', 'Rot', 'Bitte Vor- und Nachname der sorgeberechtigten Person angeben.'],
])('%s is refused', async (_title, heading, ...[cell, message]) => {
  const [row] = await rowsOf(`${NEEDED};${heading}\nUlme;Kim;1.3.2018;${cell}\n`)
  expect(row).toMatchObject({ verdict: 'error', problems: [{ message }] })
})

test('a grade beside the class, a number and a child that come twice are named with their line', async () => {
  await school.importText(`${NEEDED}\nUlme;Ada;1.3.2018\n`)
  const rows = await rowsOf(
    `SuS-Nummer;${NEEDED};Klasse;Klassenstufe\n;Ulme;Ben;1.3.2018;1a;2\nX-9;Ulme;Eva;2.3.2018;;\nX-9;Ulme;Ida;3.3.2018;;\n;Ulme;Ada;1.3.2018;;\n;Ulme;Ada;1.3.2018;;\n`,
  )
  expect(rows.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
    ['Die Klassenstufe passt nicht zur Klasse.'],
    [],
    ['Diese SuS-Nummer steht schon in Zeile 3.'],
    [],
    ['Dieses Kind steht schon in Zeile 5.'],
  ])
})

test('steps that are impossible in this state are refused with a text', async () => {
  const { id } = await school.upload('a.csv', Buffer.from(`${NEEDED};Ort;Wohnort\nUlme;Leo;1.3.2018;A;B\n`))
  const mapped = (mapping: (string | null)[]) =>
    school.head.call(endpoints.map, { params: { id }, body: { mapping } as never })
  const check = () => school.head.call(endpoints.check, { params: { id } })
  await mapped(['lastname', 'firstname', 'city', null, null])
  expect((await check()).json().errors.mapping).toEqual(['Bitte ordnen Sie eine Spalte für „Geburtsdatum“ zu.'])
  await mapped(['lastname', 'firstname', 'birthdate', 'city', 'city'])
  expect((await check()).json().errors.mapping).toEqual(['„Ort“ ist zwei Spalten zugeordnet.'])
  await mapped(['lastname', 'firstname', 'birthdate', 'city', null])
  await school.check(id)
  await school.commit(id)
  expect((await check()).json().message).toContain('nicht mehr in dem Schritt')
  expect((await school.detail(id)).begun_by_name).not.toBeNull()
})

test('a code that is read as another word, and a faulty row of a child on record, say so', async () => {
  const head = 'Nachname;Vorname;Geburtsdatum;Geschlecht;Klasse\n'
  const [coded, plain] = await rowsOf(`${head}Linde;Jan;1.4.2017;x;\nLinde;Ida;1.4.2016;divers;\n`)
  expect([coded?.cells.gender, coded?.read.gender]).toEqual(['x', 'divers'])
  expect(coded?.notes).toEqual([{ field: 'gender', message: '„x“ wird als „divers“ eingetragen; bitte prüfen.' }])
  expect(plain?.read).not.toHaveProperty('gender')
  expect(plain?.notes).toEqual([])
  await school.importText('Nachname;Vorname;Geburtsdatum;Geschlecht\nErle;Mia;1.3.2018;w\n')
  const [faulty] = await rowsOf(`${head}Erle;Mia;1.3.2018;w;99z\n`)
  expect(faulty).toMatchObject({ verdict: 'error', problems: [{ field: 'schoolclass' }] })
  expect(faulty?.notes).toEqual([{ field: null, message: 'Dieses Kind gibt es an der Schule schon.' }])
})
