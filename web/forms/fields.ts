import type { z } from 'zod'
import { parseTimeInput } from '#contract/clock-time.ts'
import { countryName } from '#contract/countries.ts'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { languageName } from '#contract/languages.ts'
import { displayPhone } from '#contract/phone.ts'
import type { ForeignLanguage } from '#contract/pupils/pupils.fields.ts'
import { type Choice, type FieldFacts, type FieldKind, fieldsOf, type Unit } from '#contract/record.ts'
import { lessonsText } from '#contract/sicknotes/sicknotes.texts.ts'
import { allChoices, type ChoiceGroup, choiceWords } from './choice-groups.ts'

/** A foreign language while it is typed. */
export interface LanguageInput {
  language: string
  since_grade: string
  until_grade: string
}

/** What an input holds; empty means unknown. */
export type FieldValue = string | boolean | readonly string[] | readonly LanguageInput[]
/** Inputs by the name of their field. */
export type FieldValues = Record<string, FieldValue>

/** A field as a form shows it: what its record knows, and how it stands in the form. */
export interface FormField extends Pick<FieldFacts, 'label'>, Partial<Omit<FieldFacts, 'label'>> {
  /** Name on the wire, with dots inside of an object; also the id of the input. */
  key: string
  kind: FieldKind
  /** Two of them stand beside each other. */
  isHalf?: true
  /** The heading above the first field of a group. */
  group?: string | undefined
  /** A day: the first and the last one that may be meant, and whether it is one to come. */
  days?: { first?: string | undefined; last?: string | undefined; isAhead?: true }
  /** The choice that stands for all others. It is shown in a row of its own. */
  every?: Choice
  /** The same choices in groups with headings. */
  groups?: readonly ChoiceGroup[]
  /** Lines that a box has at first, where its kind would have more. */
  rows?: number
  /** A choice that opens the kit's list, where people are used to it: it can be empty at first and be emptied again. */
  isList?: true
  /** Shown, but not to be changed. */
  isFixed?: boolean
}

/** Parts of an object inside are `a.b`. */
type KeyOf<Shape> = (keyof Shape & string) | `${keyof Shape & string}.${string}`

/** The fields of a record in the order of a form; fields in a list of their own are halves of a row. */
export const fieldsIn = <Shape extends Readonly<Record<string, z.ZodType>>>(
  record: z.ZodObject<Shape>,
  layout: readonly (KeyOf<Shape> | readonly KeyOf<Shape>[])[],
): FormField[] => {
  const known = new Map(fieldsOf(record).map((field) => [field.key as KeyOf<Shape>, field]))
  const fieldFor = (key: KeyOf<Shape>): FormField[] => {
    const field = known.get(key)
    return field ? [field] : []
  }
  return layout.flatMap((row) =>
    typeof row === 'string'
      ? fieldFor(row)
      : row.flatMap(fieldFor).map((field): FormField => ({ ...field, isHalf: true })),
  )
}

interface KindRules {
  /** What the input shows of a stored value. */
  toInput: (stored: unknown) => FieldValue
  /** What is sent for it. */
  toWire: (typed: FieldValue, field: FormField) => unknown
  /** What a person reads of a value that is not empty. */
  read: (typed: FieldValue, field: FormField) => string
}

const isText = (typed: FieldValue): typed is string => typeof typed === 'string'
const textOf = (typed: FieldValue) => (isText(typed) ? typed.trim() : '')
const listOf = (typed: FieldValue) => (Array.isArray(typed) ? typed : []) as readonly string[]
const languagesOf = (typed: FieldValue) => (Array.isArray(typed) ? typed : []) as readonly LanguageInput[]

const partsOf = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** Text that is no number is sent as it is: the rules say what is wrong with it. */
const numberOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim())
const numberOrNull = (text: string) => (text.trim() === '' ? null : numberOf(text))

const labelIn = (choices: readonly Choice[], value: string, unknown = value) =>
  choices.find((choice) => choice.value === value)?.label ?? unknown

export const countText = (count: number | string, [one, several]: Unit) =>
  `${count} ${Number(count) === 1 ? one : several}`

const monthDayOf = (text: string) => {
  const [, day, month] = /^\s*(\d{1,2})\.\s?(\d{1,2})\.?\s*$/.exec(text) ?? []
  return day && month ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim()
}

const text: KindRules = { toInput: (stored) => String(stored ?? ''), toWire: textOf, read: textOf }
const number: KindRules = {
  ...text,
  toWire: (typed, { isOptional }) => (isOptional ? numberOrNull : numberOf)(textOf(typed)),
}
const box: KindRules = {
  toInput: (stored) => stored === true,
  toWire: (typed) => typed === true,
  read: (typed) => (typed === true ? 'ja' : 'nein'),
}
const FLAGS: readonly Choice[] = [
  { value: 'yes', label: 'ja' },
  { value: 'no', label: 'nein' },
]

/** The answers to a question with yes, no, or nothing known. */
export const FLAG_CHOICES: readonly Choice[] = [{ value: '', label: 'nicht bekannt' }, ...FLAGS]

const gradesText = ({ since_grade, until_grade }: LanguageInput) =>
  until_grade ? `Klassenstufe ${since_grade} bis ${until_grade}` : `seit Klassenstufe ${since_grade}`

const references: KindRules = {
  toInput: (stored) => ((stored as number[] | undefined) ?? []).map(String),
  toWire: (typed) => listOf(typed).map(Number),
  read: (typed, { choices = [] }) =>
    listOf(typed)
      .map((value) => labelIn(choices, value, '–'))
      .join(', '),
}

const KINDS: Record<FieldKind, KindRules> = {
  text,
  mail: text,
  lines: text,
  accent: text,
  'rich text': { ...text, toWire: (typed) => typed },
  phone: { ...text, read: (typed) => displayPhone(textOf(typed)) },
  number,
  count: { ...number, read: (typed, { unit }) => (unit ? countText(textOf(typed), unit) : textOf(typed)) },
  counts: {
    toInput: (stored) => ((stored as number[] | undefined) ?? []).join(', '),
    toWire: (typed) => partsOf(textOf(typed), /[\s,;]+/).map(numberOf),
    read: (typed, { unit }) => `${textOf(typed).replace(/, (?=[^,]*$)/, ' und ')} ${unit?.[1] ?? ''}`,
  },
  choice: {
    ...text,
    toWire: (typed, { isOptional }) => textOf(typed) || (isOptional ? null : ''),
    read: (typed, { choices = [] }) => labelIn(choices, textOf(typed)),
  },
  date: { ...text, read: (typed) => (isIsoDay(textOf(typed)) ? formatDate(textOf(typed)) : textOf(typed)) },
  time: {
    ...text,
    toWire: (typed) => parseTimeInput(textOf(typed)) ?? textOf(typed),
    read: (typed) => `${textOf(typed)} Uhr`,
  },
  'month day': {
    ...text,
    toInput: (stored) => `${String(stored).slice(3)}.${String(stored).slice(0, 2)}.`,
    toWire: (typed) => monthDayOf(textOf(typed)),
  },
  box,
  switch: box,
  flag: {
    toInput: (stored) => (typeof stored === 'boolean' ? (stored ? 'yes' : 'no') : ''),
    toWire: (typed) => (typed === '' ? null : typed === 'yes'),
    read: (typed) => labelIn(FLAGS, textOf(typed)),
  },
  reference: {
    ...text,
    toWire: (typed) => numberOrNull(textOf(typed)),
    read: (typed, { choices = [] }) => labelIn(choices, textOf(typed), '–'),
  },
  references,
  lessons: { ...references, read: (typed) => lessonsText(listOf(typed).map(Number)) },
  language: {
    ...text,
    read: (typed, { choices }) => choices?.find(({ value }) => value === typed)?.label ?? languageName(textOf(typed)),
  },
  country: { ...text, read: (typed) => countryName(textOf(typed)) },
  countries: {
    toInput: (stored) => (stored as string[] | undefined) ?? [],
    toWire: (typed) => [...listOf(typed)],
    read: (typed) => listOf(typed).map(countryName).join(', '),
  },
  several: {
    toInput: (stored) => (stored as string[] | undefined) ?? [],
    toWire: (typed, field) =>
      allChoices(field)
        .map(({ value }) => value)
        .filter((value) => listOf(typed).includes(value)),
    read: (typed, field) => choiceWords(field, listOf(typed)).join(', '),
  },
  list: {
    toInput: (stored) => ((stored as string[] | undefined) ?? []).join('\n'),
    toWire: (typed) => partsOf(textOf(typed), /\n/),
    read: (typed) => textOf(typed).split('\n').join(', '),
  },
  languages: {
    toInput: (stored) =>
      ((stored as ForeignLanguage[] | undefined) ?? []).map(({ language, since_grade, until_grade }) => ({
        language,
        since_grade: String(since_grade),
        until_grade: String(until_grade ?? ''),
      })),
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

const partAt = (value: unknown, key: string) =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)

/** What the inputs show of a stored record; without one, what a new record begins with. */
export const inputsOf = (fields: readonly FormField[], stored: object | undefined): FieldValues =>
  Object.fromEntries(
    fields.map(({ key, kind, initial }) => [key, KINDS[kind].toInput(stored ? partAt(stored, key) : initial)]),
  )

const sentFor = (field: FormField, values: FieldValues) => KINDS[field.kind].toWire(values[field.key] ?? '', field)

/** Fields with another value than before; how it was written does not count. */
export const changedFields = (fields: readonly FormField[], before: FieldValues, values: FieldValues) =>
  fields.filter((field) => JSON.stringify(sentFor(field, before)) !== JSON.stringify(sentFor(field, values)))

/** The values of these fields as they are sent; `a.b` and `a.c` become one object. */
export const sentOf = (fields: readonly FormField[], values: FieldValues) => {
  const sent: Record<string, unknown> = {}
  for (const field of fields) {
    const [root = '', part] = field.key.split('.')
    sent[root] = part ? { ...(sent[root] as object), [part]: sentFor(field, values) } : sentFor(field, values)
  }
  return sent
}

const rootOf = ({ key }: FormField) => key.split('.')[0] ?? key

/** The changed keys as a PUT wants them (domain §9a); an object of fields (`a.b`, `a.c`) goes as a whole. */
export const changesOf = (fields: readonly FormField[], before: FieldValues, values: FieldValues) => {
  const roots = new Set(changedFields(fields, before, values).map(rootOf))
  return sentOf(
    fields.filter((field) => roots.has(rootOf(field))),
    values,
  )
}

/** Refused parts of a list (`notify_mails.1`) are shown at its field, with the number of the line. */
export const errorsByField = (fields: readonly FormField[], errors: Record<string, string>) => {
  const found: Record<string, string> = {}
  for (const [path, message] of Object.entries(errors)) {
    const name = path.replace(/^value\./, '')
    const field = fields.find(({ key }) => name === key || name.startsWith(`${key}.`))
    const line = field?.kind === 'list' ? /^\.(\d+)/.exec(name.slice(field.key.length))?.[1] : undefined
    found[field?.key ?? name] ??= line ? `Zeile ${Number(line) + 1}: ${message}` : message
  }
  return found
}

const isEmpty = (value: FieldValue) =>
  isText(value) ? value.trim() === '' : Array.isArray(value) && value.length === 0

/** What a person reads; empty: nothing is known. */
export const readText = (field: FormField, value: FieldValue) =>
  isEmpty(value) ? (field.empty ?? '') : KINDS[field.kind].read(value, field)

/** The label of an input; what may stay empty says so. */
export const inputLabel = ({ label, kind, isOptional }: Pick<FormField, 'label' | 'kind' | 'isOptional'>) =>
  isOptional && kind !== 'box' && kind !== 'switch' ? `${label} (optional)` : label

/** What the input of a field gets. */
export interface InputFieldProps {
  field: FormField
  value: FieldValue
  error: string | undefined
  onChange: (value: FieldValue) => void
  /** The field is left: what was typed may be written in full. */
  onLeave?: () => void
  /** The cursor is here when a dialog opens. */
  takesFocus?: boolean
}

/** Name, words and fault of a field, as every input wants them. */
export const fieldProps = ({ field, error, takesFocus }: Pick<InputFieldProps, 'field' | 'error' | 'takesFocus'>) => ({
  id: field.key,
  label: inputLabel(field),
  error,
  ...(field.hint ? { description: field.hint } : {}),
  ...(takesFocus ? { 'data-autofocus': true } : {}),
})
