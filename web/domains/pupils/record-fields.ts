import { countryName } from '#contract/countries.ts'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { languageName } from '#contract/languages.ts'
import { displayPhone } from '#contract/phone.ts'
import { AFTERSCHOOL_DAY_LABELS, AFTERSCHOOL_DAYS, type ForeignLanguage } from '#contract/pupils/pupils.fields.ts'
import { PUPIL_LABELS } from '#contract/pupils/pupils.labels.ts'

/** A foreign language while it is typed. */
export interface LanguageInput {
  language: string
  since_grade: string
  until_grade: string
}

/** What an input holds; empty is not known. */
export type FieldValue = string | readonly string[] | readonly LanguageInput[]
/** Inputs of a section by their name on the wire. */
export type FieldValues = Record<string, FieldValue>

export interface Choice {
  value: string
  label: string
}

interface FieldLook {
  /** Name on the wire; also the input's id. */
  key: string
  label: string
  hint?: string
  /** Must be filled; all others say that they may stay empty. */
  isRequired?: true
  /** Two of them stand beside each other. */
  isHalf?: true
}

type FieldKind =
  | { kind: 'text' | 'phone' | 'mail' | 'lines' | 'number' | 'flag' | 'language' | 'languages' | 'days' }
  | { kind: 'date'; isPast?: true }
  | { kind: 'choice'; choices: readonly Choice[] }
  /** Alpha-2 in addresses, alpha-3 of people; several: at most two. */
  | { kind: 'country'; codes: 2 | 3 }
  | { kind: 'countries' }

export type RecordField = FieldLook & FieldKind

/** A field of the record itself, called as everywhere. */
export const recordField = (
  key: keyof typeof PUPIL_LABELS,
  look: Omit<FieldLook, 'key' | 'label'> & FieldKind,
): RecordField => ({ key, label: PUPIL_LABELS[key], ...look })

interface KindRules {
  toInput: (stored: unknown) => FieldValue
  /** What is sent for it. */
  toWire: (typed: FieldValue) => unknown
  read: (typed: FieldValue, field: RecordField) => string
}

/** What is no number is sent as it is: the rules say what is wrong with it. */
const numberOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim())
const numberOrNull = (text: string) => (text.trim() === '' ? null : numberOf(text))

const isText = (typed: FieldValue): typed is string => typeof typed === 'string'
const textOf = (typed: FieldValue) => (isText(typed) ? typed.trim() : '')
const listOf = (typed: FieldValue) => (isText(typed) ? [] : typed) as readonly string[]
const languagesOf = (typed: FieldValue) => (isText(typed) ? [] : typed) as readonly LanguageInput[]

const labelIn = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value

const text: KindRules = { toInput: (stored) => String(stored ?? ''), toWire: textOf, read: textOf }
const choice: KindRules = {
  ...text,
  toWire: (typed) => textOf(typed) || null,
  read: (typed, field) => ('choices' in field ? labelIn(field.choices, textOf(typed)) : textOf(typed)),
}
const FLAGS: readonly Choice[] = [
  { value: 'yes', label: 'ja' },
  { value: 'no', label: 'nein' },
]

const gradesText = ({ since_grade, until_grade }: LanguageInput) =>
  until_grade ? `Klassenstufe ${since_grade} bis ${until_grade}` : `seit Klassenstufe ${since_grade}`

const asLanguageInput = ({ language, since_grade, until_grade }: ForeignLanguage): LanguageInput => ({
  language,
  since_grade: String(since_grade),
  until_grade: String(until_grade ?? ''),
})

const KINDS: Record<RecordField['kind'], KindRules> = {
  text,
  mail: text,
  lines: text,
  choice,
  phone: { ...text, read: (typed) => displayPhone(textOf(typed)) },
  number: { ...text, toWire: (typed) => numberOrNull(textOf(typed)) },
  date: { ...text, read: (typed) => (isIsoDay(textOf(typed)) ? formatDate(textOf(typed)) : textOf(typed)) },
  flag: {
    toInput: (stored) => (typeof stored === 'boolean' ? (stored ? 'yes' : 'no') : ''),
    toWire: (typed) => (typed === '' ? null : typed === 'yes'),
    read: (typed) => labelIn(FLAGS, textOf(typed)),
  },
  language: { ...text, read: (typed) => languageName(textOf(typed)) },
  country: { ...text, read: (typed) => countryName(textOf(typed)) },
  countries: {
    toInput: (stored) => (stored as string[] | undefined) ?? [],
    toWire: (typed) => [...listOf(typed)],
    read: (typed) => listOf(typed).map(countryName).join(', '),
  },
  days: {
    toInput: (stored) => (stored as string[] | undefined) ?? [],
    toWire: (typed) => AFTERSCHOOL_DAYS.filter((day) => listOf(typed).includes(day)),
    read: (typed) =>
      AFTERSCHOOL_DAYS.filter((day) => listOf(typed).includes(day))
        .map((day) => AFTERSCHOOL_DAY_LABELS[day])
        .join(', '),
  },
  languages: {
    toInput: (stored) => ((stored as ForeignLanguage[] | undefined) ?? []).map(asLanguageInput),
    toWire: (typed) =>
      languagesOf(typed).map(({ language, since_grade, until_grade }) => ({
        language,
        since_grade: numberOf(since_grade),
        until_grade: numberOrNull(until_grade),
      })),
    read: (typed) =>
      languagesOf(typed)
        .map((one) => `${languageName(one.language)} (${gradesText(one)})`)
        .join(', '),
  },
}

/** What can be chosen for a yes, a no, or nothing known. */
export const FLAG_CHOICES: readonly Choice[] = [{ value: '', label: 'nicht bekannt' }, ...FLAGS]

/** What the inputs show of a stored record. */
export const inputsOf = (fields: readonly RecordField[], stored: Record<string, unknown>): FieldValues =>
  Object.fromEntries(fields.map(({ key, kind }) => [key, KINDS[kind].toInput(stored[key])]))

const sentFor = ({ key, kind }: RecordField, values: FieldValues) => KINDS[kind].toWire(values[key] ?? '')

/** Fields whose value is another one than before; how it was written does not count. */
export const changedFields = (fields: readonly RecordField[], before: FieldValues, values: FieldValues) =>
  fields.filter((field) => JSON.stringify(sentFor(field, before)) !== JSON.stringify(sentFor(field, values)))

/** The changed keys as a PUT wants them (domain §9a). */
export const changesOf = (fields: readonly RecordField[], before: FieldValues, values: FieldValues) =>
  Object.fromEntries(changedFields(fields, before, values).map((field) => [field.key, sentFor(field, values)]))

/** Refused parts of a list (`foreign_languages.0.language`) are shown at its field. */
export const errorsByField = (fields: readonly RecordField[], errors: Record<string, string>) => {
  const found: Record<string, string> = {}
  for (const [path, message] of Object.entries(errors)) {
    const field = fields.find(({ key }) => path === key || path.startsWith(`${key}.`))
    found[field?.key ?? path] ??= message
  }
  return found
}

/** What a person reads; empty: nothing is known. */
export const readText = (field: RecordField, value: FieldValue) => KINDS[field.kind].read(value, field)

export const labelOf = ({ label, isRequired }: Pick<RecordField, 'label' | 'isRequired'>) =>
  isRequired ? label : `${label} (optional)`

/** What the input of a field gets. */
export interface RecordInputFieldProps {
  field: RecordField
  value: FieldValue
  error: string | undefined
  onChange: (value: FieldValue) => void
}

/** Name, words and fault of a field, as every input wants them. */
export const fieldProps = ({ field, error }: Pick<RecordInputFieldProps, 'field' | 'error'>) => ({
  id: field.key,
  label: labelOf(field),
  error,
  ...(field.hint ? { description: field.hint } : {}),
})
