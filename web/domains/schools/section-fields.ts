import { parseTimeInput } from '#contract/clock-time.ts'

/** What an input holds. */
export type FieldValue = string | boolean
/** Inputs of a section by the dotted name of what they are sent as. */
export type FieldValues = Record<string, FieldValue>

/** One of it, several of it. */
export type Unit = readonly [one: string, several: string]

interface FieldLook {
  /** Dotted name on the wire; also the input's id. */
  key: string
  label: string
  hint?: string
  /** Two of them stand beside each other. */
  isHalf?: true
}

interface Choice {
  value: string
  label: string
}

type FieldKind =
  | { kind: 'text'; inputMode?: 'numeric' | 'tel' | 'email' | 'url' }
  | { kind: 'number'; unit?: Unit }
  /** Left empty it is null; `empty` says what that means. */
  | { kind: 'optional number'; unit: Unit; empty: string }
  | { kind: 'numbers'; unit: Unit; empty: string }
  | { kind: 'switch' }
  | { kind: 'lines'; empty: string }
  | { kind: 'month day' }
  | { kind: 'time' }
  | { kind: 'choice'; choices: readonly Choice[] }
  | { kind: 'rich text'; max: number; empty: string }
  | { kind: 'accent' }

export type SectionField = FieldLook & FieldKind

const listOf = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

/** What is no number is sent as it is: the rules say what is wrong with it. */
const numberOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text.trim())

const twoDigits = (part: string) => part.padStart(2, '0')

const monthDayOf = (text: string) => {
  const [, day, month] = /^\s*(\d{1,2})\.\s?(\d{1,2})\.?\s*$/.exec(text) ?? []
  return day && month ? `${twoDigits(month)}-${twoDigits(day)}` : text.trim()
}

interface KindRules {
  /** What the input shows of a stored value. */
  toInput: (stored: unknown) => FieldValue
  /** What is sent for it. */
  toWire: (typed: string) => unknown
}

const text: KindRules = { toInput: (stored) => String(stored ?? ''), toWire: (typed) => typed }
const oneNumber: KindRules = { toInput: text.toInput, toWire: numberOf }

const KINDS: Record<SectionField['kind'], KindRules> = {
  text,
  choice: text,
  accent: text,
  'rich text': text,
  number: oneNumber,
  'optional number': { ...oneNumber, toWire: (typed) => (typed.trim() === '' ? null : numberOf(typed)) },
  numbers: {
    toInput: (stored) => (stored as number[]).join(', '),
    toWire: (typed) => listOf(typed, /[\s,;]+/).map(numberOf),
  },
  switch: { toInput: (stored) => stored === true, toWire: (typed) => typed },
  lines: { toInput: (stored) => (stored as string[]).join('\n'), toWire: (typed) => listOf(typed, /\n/) },
  'month day': {
    toInput: (stored) => `${String(stored).slice(3)}.${String(stored).slice(0, 2)}.`,
    toWire: monthDayOf,
  },
  time: { toInput: text.toInput, toWire: (typed) => parseTimeInput(typed) ?? typed.trim() },
}

const partAt = (value: unknown, key: string) =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)

/** What the inputs show of a stored section. */
export const inputsOf = (fields: readonly SectionField[], stored: Record<string, unknown>): FieldValues =>
  Object.fromEntries(fields.map(({ key, kind }) => [key, KINDS[kind].toInput(partAt(stored, key))]))

const sentFor = (field: SectionField, values: FieldValues) => {
  const typed = values[field.key] ?? ''
  return typeof typed === 'boolean' ? typed : KINDS[field.kind].toWire(typed)
}

const rootOf = (key: string) => key.split('.')[0] ?? key

/** Fields whose value is another one than before; how it was written does not count. */
export const changedFields = (fields: readonly SectionField[], before: FieldValues, values: FieldValues) =>
  fields.filter((field) => JSON.stringify(sentFor(field, before)) !== JSON.stringify(sentFor(field, values)))

/** The changed keys as a PUT wants them; a group of fields (`a.b`, `a.c`) goes as a whole. */
export const changesOfSection = (fields: readonly SectionField[], before: FieldValues, values: FieldValues) => {
  const roots = new Set(changedFields(fields, before, values).map(({ key }) => rootOf(key)))
  const changes: Record<string, unknown> = {}
  for (const field of fields.filter(({ key }) => roots.has(rootOf(key)))) {
    const [root = '', part] = field.key.split('.')
    changes[root] = part ? { ...(changes[root] as object), [part]: sentFor(field, values) } : sentFor(field, values)
  }
  return changes
}

/** Refused parts of a list (`notify_mails.1`) are shown at its field, with the number of the line. */
export const errorsByField = (fields: readonly SectionField[], errors: Record<string, string>) => {
  const found: Record<string, string> = {}
  for (const [path, message] of Object.entries(errors)) {
    const name = path.replace(/^value\./, '')
    const field = fields.find(({ key }) => name === key || name.startsWith(`${key}.`))
    const line = field && /^\.(\d+)/.exec(name.slice(field.key.length))?.[1]
    found[field?.key ?? name] ??= line && field.kind === 'lines' ? `Zeile ${Number(line) + 1}: ${message}` : message
  }
  return found
}

export const countText = (count: number | string, [one, several]: Unit) =>
  `${count} ${Number(count) === 1 ? one : several}`

const emptyText = (field: SectionField) => ('empty' in field ? field.empty : '–')

const filledText = (field: SectionField, value: string) => {
  switch (field.kind) {
    case 'choice':
      return field.choices.find((choice) => choice.value === value)?.label ?? value
    case 'lines':
      return value.split('\n').join(', ')
    case 'time':
      return `${value} Uhr`
    case 'numbers':
      return `${value.replace(/, (?=[^,]*$)/, ' und ')} ${field.unit[1]}`
    default:
      return 'unit' in field && field.unit ? countText(value, field.unit) : value
  }
}

/** What a person reads where nothing is typed. */
export const readText = (field: SectionField, value: FieldValue): string => {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return value.trim() === '' ? emptyText(field) : filledText(field, value)
}
