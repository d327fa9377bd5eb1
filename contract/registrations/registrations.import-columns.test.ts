import { expect, test } from 'vitest'
import { columnLabel, guessImportColumns, understoodCells } from './registrations.import-columns.ts'
import { FSW, staff } from './registrations.sample.test-data.ts'

const COLUMNS = [
  ['meta.child_street', 'Straße'],
  ['meta.child_house_number', 'Hausnummer'],
  ['meta.previous_grade', 'Aktuelle Klassenstufe'],
  ['desired_grade', 'Gewünschte Klassenstufe'],
  ['contacts.0.street', 'Sorge1 Straße'],
  ['contacts.0.house_number', 'Sorge1 Hausnummer'],
].map(([key = '', heading = '']) => ({ key, heading, kind: 'text', choices: null, isRequired: false }) as const)

test('„Nr.“ behind a street is its house number, and nothing anywhere else', () => {
  expect(guessImportColumns(['Nr.', 'Straße', 'Nr.', 'Sorge1 Straße', 'Nr.'], COLUMNS)).toEqual([
    null,
    'meta.child_street',
    'meta.child_house_number',
    'contacts.0.street',
    'contacts.0.house_number',
  ])
})

test('a column with the present class is not taken for the desired grade', () => {
  expect(guessImportColumns(['aktuelle Klasse', 'Klasse'], COLUMNS)).toEqual(['meta.previous_grade', 'desired_grade'])
})

test('a column of the template is named in full where somebody reads it', () => {
  expect(COLUMNS.map(({ heading }) => columnLabel(heading)).slice(3, 5)).toEqual([
    'Gewünschte Klassenstufe',
    'Sorgeberechtigte Person 1: Straße',
  ])
})

test('a heading that is written as the choices of the page name it is recognised', () => {
  expect(guessImportColumns(['Sorgeberechtigte Person 1: Straße', 'Straße'], COLUMNS)).toEqual([
    'contacts.0.street',
    'meta.child_street',
  ])
})

test('choices are understood by their label, and a house number is split from its street', () => {
  const cells = {
    'meta.child_gender': ' w',
    'meta.custody': 'nach Absprache',
    'meta.child_street': 'Birkenweg 4 a',
    'contacts.0.street': 'Dorfstraße 1',
    'contacts.0.house_number': '2',
  }
  expect(understoodCells(cells, staff(FSW))).toEqual({
    'meta.child_gender': 'weiblich',
    'meta.child_street': 'Birkenweg',
    'meta.child_house_number': '4 a',
  })
})
