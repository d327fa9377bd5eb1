import { strToU8 } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilImportEndpoints as endpoints } from '#contract/pupilimports/pupilimports.ts'
import { sheetXml, workbook } from '#server/test/hostile-files.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

const sheetTag = (name: string, id: number) => `<sheet name="${name}" sheetId="${id}" r:id="r${id}"/>`
const relationTag = (id: number) =>
  `<Relationship Id="r${id}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${id}.xml"/>`

const twoSheets = (first: string[][], second: string[][]) =>
  workbook(sheetXml(first), {
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${sheetTag('Alt', 1)}${sheetTag('Neu', 2)}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}">${relationTag(1)}${relationTag(2)}</Relationships>`,
    ),
    'xl/worksheets/sheet2.xml': strToU8(sheetXml(second)),
  })

test('of an Excel file another sheet is read when somebody says so, and that one is checked', async () => {
  const file = twoSheets(
    [['Nachname'], ['Alt']],
    [
      ['Nachname', 'Vorname', 'Geburtsdatum'],
      ['Rot', 'Mia', '1.3.2018'],
    ],
  )
  const uploaded = await school.upload('a.xlsx', file)
  expect(uploaded).toMatchObject({ sheet: 'Alt', sheets: ['Alt', 'Neu'], headings: ['Nachname'] })
  const { id, mapping } = uploaded
  const reply = await school.head.call(endpoints.map, { params: { id }, body: { mapping, sheet: 'Neu' } })
  expect(reply.json()).toMatchObject({ sheet: 'Neu', mapping: ['lastname', 'firstname', 'birthdate'], row_count: 1 })
  expect((await school.check(id)).counts).toMatchObject({ new: 1 })
})

test('several rows are decided on at once; what cannot be done with one of them stays open', async () => {
  await school.importText('Nachname;Vorname;Geburtsdatum\nRot;Mia;1.3.2018\nGrün;Ole;2.3.2018\n')
  const lines = ['Rot;Mia;2.3.2018', 'Grün;Ole;3.3.2018', 'Blau;Ida;4.3.2018', 'Blau;Ida;4.3.2018']
  const { id } = await school.upload('b.csv', Buffer.from(['Nachname;Vorname;Geburtsdatum', ...lines].join('\n')))
  const checked = await school.check(id)
  expect(checked).toMatchObject({ counts: { new: 1, duplicate: 3 }, undecided: { errors: 0, duplicates: 3 } })
  expect(checked.to_write).toEqual({ created: 1, changed: 0 })
  const body = { lines: [2, 3, 5, 99], decision: 'update' } as const
  const decided = await school.head.call(endpoints.decide, { params: { id }, body })
  expect(decided.json()).toMatchObject({
    undecided: { errors: 0, duplicates: 1 },
    to_write: { created: 1, changed: 2 },
  })
  const rows = await school.rowsOf(id)
  expect(rows.map(({ line, decision }) => [line, decision])).toEqual([
    [2, 'update'],
    [3, 'update'],
    [4, 'create'],
    [5, null],
  ])
})

test('the children to be written are counted without rows that are skipped, faulty, in doubt or unchanged', async () => {
  await school.importText('Nachname;Vorname;Geburtsdatum;Ort\nLinde;Ada;1.3.2018;Köln\nLinde;Bo;2.3.2018;Köln\n')
  const lines = [
    'Linde;Ada;1.3.2018;Köln',
    'Linde;Bo;2.3.2018;Bonn',
    'Linde;Cem;3.3.2018;Bonn',
    'Linde;Dora;31.2.2018;Bonn',
    'Linde;Emil;4.3.2018;Bonn',
    'Linde;Emil;4.3.2018;Bonn',
  ]
  const { id } = await school.upload('c.csv', Buffer.from(['Nachname;Vorname;Geburtsdatum;Ort', ...lines].join('\n')))
  expect(await school.check(id)).toMatchObject({
    counts: { same: 1, changed: 1, new: 2, error: 1, duplicate: 1 },
    to_write: { created: 2, changed: 1 },
  })
  const skipped = await school.head.call(endpoints.changeRow, {
    params: { id, line: 4 },
    body: { decision: 'skip' },
  })
  expect(skipped.json()).toMatchObject({ to_write: { created: 1, changed: 1 } })
  expect(await school.commit(id, { only_good: true })).toMatchObject({ report: { created: 1, changed: 1 } })
})
