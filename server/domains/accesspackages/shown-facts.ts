import type { PackageFact } from '#contract/accesspackages/accesspackages.tree.ts'
import { countryName } from '#contract/countries.ts'
import { formatDate, momentText } from '#contract/dates.ts'
import { languageName } from '#contract/languages.ts'
import { displayPhone } from '#contract/phone.ts'
import type { ForeignLanguage } from '#contract/pupils/pupils.fields.ts'
import type { Choice, FieldFacts, FieldKind } from '#contract/record.ts'

/** What an id stands for: years, grades and classes of the school, people of the family. */
export type Names = Readonly<
  Record<'year' | 'grade' | 'class' | 'guardian' | 'notice' | 'school', ReadonlyMap<number, string>>
>

/** A column as the package shows it; `moment` is a point in time, and the names come from `Names`. */
export interface ShownField {
  label: string
  kind: FieldKind | 'moment' | 'words' | keyof Names
  choices?: readonly Choice[] | undefined
}

/** The columns of a table in the order of the package, and why the others are left out. */
export interface ShownTable {
  shown: Readonly<Record<string, ShownField>>
  leftOut: Readonly<Record<string, string>>
}

/** A row as the database has it. */
export type Row = Readonly<Record<string, unknown>>

export const shown = (label: string, kind: ShownField['kind'] = 'text'): ShownField => ({ label, kind })
export const shownChoice = (label: string, labels: Readonly<Record<string, string>>): ShownField => ({
  label,
  kind: 'choice',
  choices: Object.entries(labels).map(([value, text]) => ({ value, label: text })),
})

/** The fields of a record under the names of its columns. */
export const shownRecord = (fields: readonly ({ key: string } & FieldFacts)[]): Record<string, ShownField> =>
  Object.fromEntries(fields.map(({ key, label, kind, choices }) => [key, { label, kind, choices }]))

const labelIn = (choices: readonly Choice[] = [], value: unknown) =>
  choices.find((choice) => choice.value === String(value))?.label ?? String(value)

const listOf = (value: unknown) => (Array.isArray(value) ? value : [value]) as readonly unknown[]

const foreignText = ({ language, since_grade, until_grade }: ForeignLanguage) =>
  `${languageName(language)} (${until_grade ? `Klassenstufe ${since_grade} bis ${until_grade}` : `seit Klassenstufe ${since_grade}`})`

const NAMED: readonly string[] = ['year', 'grade', 'class', 'guardian', 'notice', 'school'] satisfies (keyof Names)[]
const isNamed = (kind: ShownField['kind']): kind is keyof Names => NAMED.includes(kind)

const BY_KIND: Partial<Record<ShownField['kind'], (value: unknown, field: ShownField) => string>> = {
  phone: (value) => displayPhone(String(value)),
  date: (value) => formatDate(String(value)),
  moment: (value) => momentText(String(value)),
  choice: (value, { choices }) => labelIn(choices, value),
  several: (value, { choices }) =>
    listOf(value)
      .map((one) => labelIn(choices, one))
      .join(', '),
  flag: (value) => (value === true ? 'ja' : 'nein'),
  box: (value) => (value === true ? 'ja' : 'nein'),
  country: (value) => countryName(String(value)),
  countries: (value) =>
    listOf(value)
      .map((one) => countryName(String(one)))
      .join(', '),
  language: (value, { choices }) => choices?.find((one) => one.value === value)?.label ?? languageName(String(value)),
  languages: (value) =>
    listOf(value)
      .map((one) => foreignText(one as ForeignLanguage))
      .join(', '),
  lessons: (value) => listOf(value).join(', '),
  words: (value) =>
    Object.entries((value ?? {}) as Row)
      .map(([key, word]) => `${key}: ${String(word)}`)
      .join(', '),
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const GONE = 'nicht mehr gespeichert'

const textOf = (value: unknown, field: ShownField, names: Names) => {
  const { kind } = field
  if (isNamed(kind))
    return listOf(value)
      .map((id) => names[kind].get(Number(id)) ?? GONE)
      .join(', ')
  return BY_KIND[kind]?.(value, field) ?? String(value)
}

/** The facts of a row, without empty values and those to omit. */
export const factsOf = (
  table: ShownTable,
  row: Row,
  { names, omit = [] }: { names: Names; omit?: readonly string[] },
): PackageFact[] =>
  Object.entries(table.shown).flatMap(([key, field]) => {
    const value = row[key]
    if (isEmpty(value) || omit.includes(key)) return []
    return [{ key, label: field.label, value: value as PackageFact['value'], text: textOf(value, field, names) }]
  })

/** The columns in which somebody writes freely. */
export const textColumns = (table: ShownTable) =>
  Object.entries(table.shown).flatMap(([key, { kind }]) => (kind === 'lines' ? [key] : []))

/** The columns that a reader without free texts does not get. */
export const omittedTexts = (table: ShownTable, { seesTexts }: { seesTexts: boolean }) =>
  seesTexts ? [] : textColumns(table)

export const TEXTS_APART =
  'Notizen, Bemerkungen und Begründungen sind nicht enthalten. Sie könnten etwas über eine Person sagen, die unter einer anderen Anschrift wohnt (Art. 15 Abs. 4 DSGVO). Fragen Sie bitte die Schule danach: Sie sieht die Texte durch und gibt sie gesondert heraus.'

/** A fact that is no column. */
export const fact = (key: string, label: string, text: string): PackageFact => ({ key, label, value: text, text })
