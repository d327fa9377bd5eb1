import { addDays, isIsoDay } from '#contract/dates.ts'
import { GENDER_LABELS } from '#contract/genders.ts'
import type { Permission } from '#contract/permissions.ts'
import { listedField } from '#contract/pupils/listed-fields.ts'
import { listedText } from '#contract/pupils/listed-texts.ts'
import { type Condition, writeConditions } from '#contract/pupils/pupil-conditions.ts'
import { type Choice, choicesOf, type FieldKind, fieldsOf } from '#contract/record.ts'
import { Sensitive } from '#contract/sensitive/sensitive.record.ts'

/** What children can be counted by, in the order in which it is offered. */
export const FIGURE_KEYS = [
  'schoolgrade',
  'schoolclass',
  'gender',
  'birth_year',
  'age',
  'nationalities',
  'birth_country',
  'family_language',
  'immigration_year',
  'entry_year',
  'first_enrolment_year',
  'enrolment_kind',
  'repeats',
  'kita_years',
  'school_recommendation',
  'foreign_languages',
  'afterschool_care',
  'afterschool_days',
  'swim_level',
  'support',
] as const
export type FigureKey = (typeof FIGURE_KEYS)[number]

const OWN_LABELS: Partial<Record<FigureKey, string>> = {
  schoolgrade: 'Klassenstufe',
  schoolclass: 'Klasse',
  gender: 'Geschlecht',
  birth_year: 'Geburtsjahr',
  entry_year: 'Aufnahme im Schuljahr',
  repeats: 'Wiederholung der Stufe',
  support: 'Förderschwerpunkt',
}
export const figureFieldLabel = (key: FigureKey) => OWN_LABELS[key] ?? listedField(key)?.label ?? key

const SEVERAL: readonly FigureKey[] = ['nationalities', 'foreign_languages', 'afterschool_days', 'support']
/** Whether a child can have several of the values: then the numbers together are more than the children. */
export const hasSeveralValues = (key: FigureKey) => SEVERAL.includes(key)

/** Whether a viewer with these rights may count by the field; support is of class D (domain §1.5). */
export const mayCountBy = (key: FigureKey, permissions: readonly Permission[]) =>
  key !== 'support' || permissions.includes('view pupil sensitive')

const CHOICES: Partial<Record<FigureKey, readonly Choice[]>> = {
  gender: choicesOf(GENDER_LABELS),
  support: fieldsOf(Sensitive).find(({ key }) => key === 'focus')?.choices ?? [],
}

/** The fixed answers of a field in their order; undefined for all others. */
export const figureChoices = (key: FigureKey) => CHOICES[key] ?? listedField(key)?.choices

const NUMBERS: readonly FigureKey[] = [
  'schoolgrade',
  'birth_year',
  'age',
  'immigration_year',
  'entry_year',
  'first_enrolment_year',
]
/** Whether the values are numbers, which are sorted as such. */
export const isNumberFigure = (key: FigureKey) => NUMBERS.includes(key)

const NONE_TEXTS: Partial<Record<FigureKey, string>> = {
  schoolgrade: 'ohne Klassenstufe',
  schoolclass: 'ohne Klasse',
  support: 'ohne Förderbescheid',
  foreign_languages: 'keine eingetragen',
  afterschool_days: 'keine',
}

/** A field of the record with several values, as a field with one of them. */
const SINGLE: Partial<Record<FieldKind, FieldKind>> = { countries: 'country', languages: 'language', several: 'choice' }

const recordText = (key: FigureKey, value: string) => {
  const field = listedField(key)
  if (!field) return value
  return listedText(
    { ...field, kind: SINGLE[field.kind] ?? field.kind },
    field.kind === 'flag' ? value === 'yes' : value,
  )
}

/** The heading of a value, apart from classes, whose names only the server knows. */
export const figureText = (key: FigureKey, value: string | null): string => {
  if (value === null) return NONE_TEXTS[key] ?? 'nicht eingetragen'
  if (key === 'schoolgrade') return `Klassenstufe ${value}`
  if (key === 'entry_year') return `${value}/${Number(value) + 1}`
  if (key === 'age') return `${value} Jahre`
  return CHOICES[key]?.find((choice) => choice.value === value)?.label ?? recordText(key, value)
}

/** A value that a number counts. */
export interface FigureValue {
  key: FigureKey
  value: string | null
}

const yearOf = (field: string, from: string, next: string): Condition => ({
  field,
  op: 'between',
  values: [from, addDays(next, -1)],
})

/** The condition on the list of pupils that finds the same children; undefined where the list has none. */
const conditionOf = ({ key, value }: FigureValue): Condition | undefined => {
  if (value === null) return { field: key, op: 'empty', values: [] }
  if (key === 'birth_year') return yearOf('birthdate', `${value}-01-01`, `${Number(value) + 1}-01-01`)
  if (key === 'entry_year') return yearOf('date_entry', `${value}-08-01`, `${Number(value) + 1}-08-01`)
  return { field: key, op: hasSeveralValues(key) ? 'has' : 'is', values: [value] }
}

/** Filters of their own, which the list has besides conditions. */
const OWN_FILTERS: Partial<Record<FigureKey, string>> = {
  schoolgrade: 'schoolgrade',
  schoolclass: 'schoolclass_id',
  gender: 'gender',
}

const ownFilter = ({ key, value }: FigureValue) => {
  if (key === 'schoolclass') return value ?? 'none'
  return value ?? undefined
}

/**
 * The query of the list of pupils that shows the children of a number; undefined when the list does not name what is
 * counted: support, because of class D, and children without a grade.
 */
export const listOfFigure = (day: string, values: readonly FigureValue[]): Record<string, string> | undefined => {
  if (!isIsoDay(day) || values.some(({ key, value }) => key === 'support' || (key === 'schoolgrade' && !value)))
    return undefined
  const query: Record<string, string> = { on: day }
  const conditions: Condition[] = []
  for (const one of values) {
    const name = OWN_FILTERS[one.key]
    const value = ownFilter(one)
    if (name && value !== undefined) query[name] = value
    else conditions.push(...[conditionOf(one)].filter((condition) => condition !== undefined))
  }
  return conditions.length > 0 ? { ...query, filter: writeConditions({ mode: 'all', parts: conditions }) } : query
}

/** Where the address of that list has the way back to the numbers: their query and table, `?tag=2026-10-01#figures-gender`. */
export const BACK_TO_FIGURES = 'zahlen'
