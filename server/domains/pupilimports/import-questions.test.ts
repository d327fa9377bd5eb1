import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  pupilImportEndpoints as endpoints,
  type ImportDetail,
  type ImportMappingForm,
} from '#contract/pupilimports/pupilimports.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

const uploaded = (text: string) => school.upload('a.csv', Buffer.from(text))
const NAMES = 'Nachname;Vorname;Geb.'
const check = (id: number) => school.head.call(endpoints.check, { params: { id } })
const answer = (
  { id, mapping }: Pick<ImportDetail, 'id' | 'mapping'>,
  answers: ImportMappingForm['answers'],
): Promise<{ statusCode: number; json: () => ImportDetail & { errors: unknown } }> =>
  school.head.call(endpoints.map, { params: { id }, body: { mapping, answers } })
const stored = (lastname: string) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('pupil as p')
      .leftJoin('pupil_schoolclass as m', 'm.pupil_id', 'p.id')
      .leftJoin('schoolclass as c', 'c.id', 'm.schoolclass_id')
      .select(['p.firstname', 'p.gender', 'c.description'])
      .where('p.lastname', '=', lastname)
      .orderBy('p.firstname')
      .execute(),
  )

const NO_CLASS = 'Keine Spalte nennt die Klasse. Bitte geben Sie an, wohin die Kinder kommen.'
const NO_GENDER = 'Keine Spalte nennt das Geschlecht. Bitte geben Sie an, was eingetragen wird.'

test('a list without class and gender is not checked before somebody answered the questions', async () => {
  const detail = await uploaded(`${NAMES}\nErle;Mia;1.3.2018\nErle;Udo;2.3.2018\n`)
  const refused = await check(detail.id)
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { 'answers.schoolclass': [NO_CLASS], 'answers.gender': [NO_GENDER] },
  ])
  expect(await school.rowsOf(detail.id)).toEqual([])
  await answer(detail, { schoolclass: '1a' })
  expect((await check(detail.id)).json().errors).toEqual({ 'answers.gender': [NO_GENDER] })

  expect((await answer(detail, { schoolclass: '1a', gender: 'w' })).json().answers).toEqual({
    schoolclass: '1a',
    gender: 'w',
  })
  expect((await check(detail.id)).json().counts).toMatchObject({ new: 2, error: 0 })
  expect((await school.rowsOf(detail.id))[0]?.cells).toMatchObject({ schoolclass: '1a', gender: 'w' })
  const change = { cells: { gender: 'm' } }
  await school.head.call(endpoints.changeRow, { params: { id: detail.id, line: 3 }, body: change })
  await school.commit(detail.id)
  expect(await stored('Erle')).toEqual([
    { firstname: 'Mia', gender: 'f', description: 'a' },
    { firstname: 'Udo', gender: 'm', description: 'a' },
  ])
})

test('missing columns can be entered later, and delete nothing from existing pupils', async () => {
  await school.importText(`${NAMES};m/w/d;Kl.\nLinde;Eva;1.3.2018;w;1a\n`)
  const detail = await uploaded(`${NAMES};Ort\nLinde;Eva;1.3.2018;Neu\nLinde;Ole;2.3.2018;Neu\n`)
  await answer(detail, { schoolclass: null, gender: null })
  expect((await check(detail.id)).json()).toMatchObject({
    counts: { new: 1, changed: 1, error: 0 },
    hints: { without_gender: 1 },
  })
  expect((await school.rowsOf(detail.id))[0]?.changes).toEqual([{ field: 'city', from: null, to: 'Neu' }])
  await school.commit(detail.id)
  expect(await stored('Linde')).toEqual([
    { firstname: 'Eva', gender: 'f', description: 'a' },
    { firstname: 'Ole', gender: 'd', description: null },
  ])
})

test('a new child without a gender is an error where the list has that column, one who is here is none', async () => {
  await school.importText(`${NAMES};Geschlecht\nPappel;Eva;1.3.2018;w\n`)
  const { id } = await uploaded(`${NAMES};Geschlecht\nPappel;Eva;1.3.2018;\nPappel;Ole;2.3.2018;\n`)
  await school.check(id)
  const rows = await school.rowsOf(id)
  expect(rows.map(({ verdict, problems }) => [verdict, problems])).toEqual([
    ['same', []],
    ['error', [{ field: 'gender', message: 'Bitte m, w oder d angeben.' }]],
  ])
})

test('answers are valid only for the columns they were given for', async () => {
  const detail = await uploaded(`${NAMES};Geschlecht;Gruppe\nWeide;Eva;1.3.2018;w;1a\n`)
  const body = { schoolclass: '1a', gender: 'm' }
  // A column has the values: the answer is not needed and not stored.
  expect((await answer(detail, body)).json().answers).toEqual({ schoolclass: '1a' })
  const mapping = detail.mapping.with(4, 'schoolclass')
  expect((await answer({ ...detail, mapping }, body)).json().answers).toEqual({})
  await answer(detail, body)
  const sheet = { mapping: detail.mapping, answers: body, delimiter: ',' as const }
  const regrouped = await school.head.call(endpoints.map, { params: { id: detail.id }, body: sheet })
  expect(regrouped.json()).toMatchObject({ answers: {}, headings: [expect.stringContaining(';')] })
})

test.each([
  ['another field', { city: 'Bonn' }],
  ['an empty text', { schoolclass: ' ' }],
  ['a text that is too long', { schoolclass: 'a'.repeat(61) }],
])('%s is no answer', async (_title, answers) => {
  const detail = await uploaded(`${NAMES}\nEsche;Mia;1.3.2018\n`)
  expect((await answer(detail, answers as never)).statusCode).toBe(422)
})

test('an answer with an unknown class or gender is an error in every row', async () => {
  const detail = await uploaded(`${NAMES}\nKiefer;Mia;1.3.2018\n`)
  await answer(detail, { schoolclass: '9z', gender: 'nein' })
  expect((await check(detail.id)).json()).toMatchObject({ counts: { error: 1 }, missing_classes: ['9z'] })
  expect((await school.rowsOf(detail.id))[0]?.problems.map(({ field }) => field)).toEqual(['gender', 'schoolclass'])
})

test('a list that was checked before there were questions is not imported without an answer', async () => {
  const { id } = await uploaded(`${NAMES}\nEibe;Mia;1.3.2018\n`)
  await school.check(id)
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('pupil_import').set({ answers: '{}' }).where('id', '=', id).execute(),
  )
  const refused = await school.head.call(endpoints.commit, { params: { id }, body: {} })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { 'answers.schoolclass': [NO_CLASS], 'answers.gender': [NO_GENDER] },
  ])
  expect(await school.detail(id)).toMatchObject({ state: 'checked' })
})
