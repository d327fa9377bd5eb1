import { countryName } from '#contract/countries.ts'
import { formatDate } from '#contract/dates.ts'
import { languageName } from '#contract/languages.ts'
import type { FieldKind } from '#contract/record.ts'
import { type ListedField, listedField } from './listed-fields.ts'
import {
  type Condition,
  type ConditionGroup,
  type ConditionOp,
  type FilterMode,
  isGroup,
  type PupilConditions,
} from './pupil-conditions.ts'

/** How conditions are chosen; numbers have words of their own. */
const OP_LABELS: Record<ConditionOp, string> = {
  is: 'ist',
  not: 'ist nicht',
  has: 'enthält',
  hasnot: 'enthält nicht',
  before: 'vor dem',
  after: 'nach dem',
  between: 'zwischen',
  empty: 'ist nicht eingetragen',
  filled: 'ist eingetragen',
}
const NUMBER_OPS: Partial<Record<ConditionOp, string>> = { before: 'unter', after: 'über' }

export const opLabel = (op: ConditionOp, kind: FieldKind) => (kind === 'number' && NUMBER_OPS[op]) || OP_LABELS[op]

/** How the parts belong together, as it is chosen. */
export const MODE_LABELS: Record<FilterMode, string> = {
  all: 'alle Bedingungen',
  any: 'mindestens eine Bedingung',
  none: 'keine der Bedingungen',
}

/** A value of a condition as people read it. */
export const conditionValue = ({ kind, choices }: ListedField, value: string) => {
  if (kind === 'flag') return value === 'yes' ? 'ja' : 'nein'
  if (kind === 'date') return formatDate(value)
  if (kind === 'country' || kind === 'countries') return countryName(value)
  if (kind === 'language' || kind === 'languages') return languageName(value)
  const label = choices?.find((choice) => choice.value === value)?.label
  return label ?? (kind === 'number' ? value : `„${value}“`)
}

const listOf = (words: readonly string[], last: string) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** What is not so: „ist nicht lang“, „ist weder kurz noch lang“. */
const deniedText = (field: ListedField, op: 'not' | 'hasnot', words: readonly string[]) => {
  const verb = op === 'not' ? 'ist' : 'enthält'
  if (words.length < 2) return `${field.label} ${opLabel(op, field.kind)} ${words.join('')}`
  return `${field.label} ${verb} weder ${words.join(' noch ')}`
}

const conditionText = ({ field: key, op, values }: Condition) => {
  const field = listedField(key)
  if (!field) return ''
  const { label, kind } = field
  const words = values.map((value) => conditionValue(field, value))
  const ask = opLabel(op, kind)
  if (op === 'empty' || op === 'filled') return `${label} ${ask}`
  if (op === 'between') return `${label} ${ask} ${listOf(words, 'und')}`
  if (kind === 'flag') return `${label}: ${op === 'not' ? 'nicht ' : ''}${listOf(words, 'oder')}`
  if (op === 'not' || op === 'hasnot') return deniedText(field, op, words)
  return `${label} ${ask} ${listOf(words, 'oder')}`
}

const LINKS: Record<FilterMode, string> = { all: ' und ', any: ' oder ', none: ' oder ' }

const groupText = ({ mode, conditions }: ConditionGroup) => {
  const joined = conditions.map(conditionText).join(LINKS[mode])
  if (mode === 'none') return `nicht (${joined})`
  return conditions.length > 1 ? `(${joined})` : joined
}

/** A condition that stands alone: „Hort: kurz oder lang“. */
const singleText = (condition: Condition) => {
  const { field: key, op, values } = condition
  const field = listedField(key)
  if (!field || (op !== 'is' && op !== 'has')) return conditionText(condition)
  const words = values.map((value) => conditionValue(field, value))
  return `${field.label}: ${listOf(words, 'oder')}`
}

/** What each part of the filter says by itself; parts that hold only together are one text. */
export const partTexts = (conditions: PupilConditions) =>
  conditions.mode === 'all'
    ? conditions.parts.map((part) => (isGroup(part) ? groupText(part) : singleText(part)))
    : [conditionsText(conditions)]

/** The filter as a sentence: „Hort ist kurz oder lang und Hort-Tage enthält Di“. */
export const conditionsText = ({ mode, parts }: PupilConditions) => {
  const joined = parts.map((part) => (isGroup(part) ? groupText(part) : conditionText(part))).join(LINKS[mode])
  return mode === 'none' ? `nicht (${joined})` : joined
}
