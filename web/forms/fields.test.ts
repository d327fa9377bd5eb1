import { expect, test } from 'vitest'
import { choicesOf } from '#contract/record.ts'
import {
  changesOf,
  errorsByField,
  type FieldValues,
  type FormField,
  inputLabel,
  inputsOf,
  readText,
  sentOf,
} from './fields.ts'

const CHOICES = [{ value: 'gold', label: 'Gold' }]
const DAYS = choicesOf({ mo: 'Mo', we: 'Mi', fr: 'Fr' })
const CLASSES = choicesOf({ 7: '1a', 8: '1b' })
const FIELDS: FormField[] = [
  { key: 'lastname', label: 'Nachname', kind: 'text' },
  { key: 'birthdate', label: 'Geburtsdatum', kind: 'date', isOptional: true },
  { key: 'year', label: 'Jahr', kind: 'number', isOptional: true },
  { key: 'swim', label: 'Schwimmen', kind: 'choice', choices: CHOICES, isOptional: true },
  { key: 'alone', label: 'Allein', kind: 'flag', isOptional: true },
  { key: 'born_in', label: 'Geburtsland', kind: 'country', isOptional: true },
  { key: 'nationalities', label: 'Staatsangehörigkeit', kind: 'countries', isOptional: true },
  { key: 'language', label: 'Sprache', kind: 'language', isOptional: true },
  { key: 'days', label: 'Tage', kind: 'several', choices: DAYS, isOptional: true },
  { key: 'foreign', label: 'Fremdsprachen', kind: 'languages', isOptional: true },
  { key: 'phone', label: 'Telefon', kind: 'phone', isOptional: true },
  { key: 'class_id', label: 'Klasse', kind: 'reference', choices: CLASSES, isOptional: true },
  { key: 'class_ids', label: 'Klassen', kind: 'references', choices: CLASSES, isOptional: true },
]
const STORED = {
  lastname: 'Müller',
  birthdate: '2018-05-03',
  year: 2025,
  swim: 'gold',
  alone: false,
  born_in: 'UKR',
  nationalities: ['UKR', 'DEU'],
  language: 'uk',
  days: ['mo', 'fr'],
  foreign: [{ language: 'en', since_grade: 3, until_grade: null }],
  phone: '+49 331/123456',
  class_id: 7,
  class_ids: [8, 7],
}
const BEFORE = inputsOf(FIELDS, STORED)
const changed = (values: FieldValues) => changesOf(FIELDS, BEFORE, { ...BEFORE, ...values })
const fieldOf = (key: string) => FIELDS.find((field) => field.key === key) as FormField

test.each([
  ['birthdate', '03.05.2018'],
  ['year', '2025'],
  ['swim', 'Gold'],
  ['alone', 'nein'],
  ['born_in', 'Ukraine'],
  ['nationalities', 'Ukraine, Deutschland'],
  ['language', 'Ukrainisch'],
  ['days', 'Mo, Fr'],
  ['foreign', 'Englisch (seit Klassenstufe 3)'],
  ['phone', '0331 123456'],
  ['class_id', '1a'],
  ['class_ids', '1b, 1a'],
])('%s is read as %j', (key, text) => expect(readText(fieldOf(key), BEFORE[key] ?? '')).toBe(text))

test('of an empty record nothing is read, and nothing is sent', () => {
  const nothing = inputsOf(FIELDS, {})
  expect(FIELDS.map((field) => readText(field, nothing[field.key] ?? ''))).toEqual(FIELDS.map(() => ''))
  expect(changesOf(FIELDS, nothing, nothing)).toEqual({})
})

test.each<[FieldValues, Record<string, unknown>]>([
  [{ lastname: ' Müller ' }, {}],
  [{ days: ['fr', 'mo'] }, {}],
  [{ lastname: '' }, { lastname: '' }],
  [{ year: '' }, { year: null }],
  [{ year: 'bald' }, { year: 'bald' }],
  [{ swim: '' }, { swim: null }],
  [{ alone: 'yes' }, { alone: true }],
  [{ alone: '' }, { alone: null }],
  [{ nationalities: [] }, { nationalities: [] }],
  [{ days: ['we', 'mo'] }, { days: ['mo', 'we'] }],
  [{ class_id: '8' }, { class_id: 8 }],
  [{ class_id: '' }, { class_id: null }],
  [{ class_ids: ['7', '8'] }, { class_ids: [7, 8] }],
  [
    { foreign: [{ language: 'fr', since_grade: '7', until_grade: '9' }] },
    { foreign: [{ language: 'fr', since_grade: 7, until_grade: 9 }] },
  ],
])('%j is sent as %j', (values, body) => expect(changed(values)).toEqual(body))

test('the choice that stands for all is sent and read like the others', () => {
  const field: FormField = {
    key: 'classes',
    label: 'Klassen',
    kind: 'several',
    every: { value: 'alle', label: 'Alle' },
  }
  const both = { ...field, choices: [{ value: '7', label: '1a' }] }
  expect(sentOf([both], { classes: ['7', 'alle'] })).toEqual({ classes: ['alle', '7'] })
  expect(readText(both, ['7', 'alle'])).toBe('Alle, 1a')
  expect(readText(field, ['alle'])).toBe('Alle')
})

test('a refused part of a list is shown at its field', () => {
  expect(
    errorsByField(FIELDS, { 'foreign.0.language': 'fehlt', 'foreign.1.language': 'auch', other: 'sonst' }),
  ).toEqual({
    foreign: 'fehlt',
    other: 'sonst',
  })
})

test('what may stay empty says so', () => {
  expect(inputLabel(fieldOf('lastname'))).toBe('Nachname')
  expect(inputLabel(fieldOf('year'))).toBe('Jahr (optional)')
})
