import { isIsoDay } from '#contract/dates.ts'
import type { FieldKind } from '#contract/record.ts'
import { type ListedField, listedField } from './listed-fields.ts'
import { FILTER_LENGTH_MAX } from './pupils.ts'

/** How the parts of a filter belong together. */
export const FILTER_MODES = ['all', 'any', 'none'] as const
export type FilterMode = (typeof FILTER_MODES)[number]

/** What a condition asks about a field. `before` and `after` are less and more for numbers. */
export const CONDITION_OPS = ['is', 'not', 'has', 'hasnot', 'before', 'after', 'between', 'empty', 'filled'] as const
export type ConditionOp = (typeof CONDITION_OPS)[number]

export interface Condition {
  field: string
  op: ConditionOp
  /** Texts as they are in the address: keys of choices, days as YYYY-MM-DD, `yes` and `no`. */
  values: readonly string[]
}

/** Conditions in a group of their own; groups hold no groups. */
export interface ConditionGroup {
  mode: FilterMode
  conditions: readonly Condition[]
}

export interface PupilConditions {
  mode: FilterMode
  parts: readonly (Condition | ConditionGroup)[]
}

export const CONDITIONS_MAX = 12
/** Values of one condition. */
const VALUES_MAX = 30
const VALUE_CHARACTERS_MAX = 80
export const isGroup = (part: Condition | ConditionGroup): part is ConditionGroup => 'conditions' in part

const SEVERAL: readonly FieldKind[] = ['several', 'countries', 'languages']
const ONE_OF: readonly FieldKind[] = ['choice', 'flag', 'country', 'language']
const RANGED: readonly FieldKind[] = ['date', 'number']

const valueOps = (kind: FieldKind): readonly ConditionOp[] => {
  if (SEVERAL.includes(kind)) return ['has', 'hasnot']
  if (ONE_OF.includes(kind)) return ['is', 'not']
  if (kind === 'number') return ['is', 'before', 'after', 'between']
  if (kind === 'date') return ['before', 'after', 'between']
  return ['has', 'is', 'not']
}

/** The questions a field can be asked, the usual one first. */
export const opsOf = ({ kind, asks, isOptional }: ListedField): readonly ConditionOp[] => [
  ...(asks === 'value' ? valueOps(kind) : []),
  ...(asks !== 'nothing' && isOptional ? (['empty', 'filled'] as const) : []),
]

const NUMBER = /^\d{1,4}$/
const isValueOf = ({ kind, choices }: ListedField, value: string) => {
  if (value === '' || value.length > VALUE_CHARACTERS_MAX) return false
  if (kind === 'flag') return value === 'yes' || value === 'no'
  if (kind === 'date') return isIsoDay(value)
  if (kind === 'number') return NUMBER.test(value)
  return choices === undefined || choices.some((choice) => choice.value === value)
}

const countFits = (op: ConditionOp, kind: FieldKind, count: number) => {
  if (op === 'empty' || op === 'filled') return count === 0
  if (op === 'between') return count === 2
  return RANGED.includes(kind) ? count === 1 : count >= 1 && count <= VALUES_MAX
}

/** Whether a condition is complete and asks what its field can answer. */
export const isCondition = ({ field: key, op, values }: Condition) => {
  const field = listedField(key)
  if (!(field && opsOf(field).includes(op) && countFits(op, field.kind, values.length))) return false
  return values.every((value) => isValueOf(field, value))
}

/** Every condition, whatever group it is in. */
export const conditionsIn = ({ parts }: PupilConditions) =>
  parts.flatMap((part) => (isGroup(part) ? part.conditions : [part]))

/** Whether a filter can be asked: complete conditions, not too many, no empty group. */
export const isAskable = (filter: PupilConditions) => {
  const all = conditionsIn(filter)
  const hasEmpty = filter.parts.some((part) => isGroup(part) && part.conditions.length === 0)
  return all.length > 0 && all.length <= CONDITIONS_MAX && !hasEmpty && all.every(isCondition)
}

// In the address: `all**afterschool_care.is.short.long**any*city.is.Potsdam*city.is.Werder`. The signs are those that
// addresses leave as they are; in a value they are written as `_` and two hexadecimal digits.
const PART = '**'
const WITHIN = '*'
const SIGNS = /[_.*]/g

const hidden = (value: string) => value.replace(SIGNS, (sign) => `_${sign.charCodeAt(0).toString(16)}`)
const revealed = (text: string) =>
  text.replace(/_(5f|2e|2a)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))

const writeCondition = ({ field, op, values }: Condition) => [field, op, ...values.map(hidden)].join('.')

/** The filter as it stands in the address. */
export const writeConditions = ({ mode, parts }: PupilConditions) =>
  [
    mode,
    ...parts.map((part) =>
      isGroup(part) ? [part.mode, ...part.conditions.map(writeCondition)].join(WITHIN) : writeCondition(part),
    ),
  ].join(PART)

const modeOf = (text: string | undefined) => FILTER_MODES.find((mode) => mode === text)
const readCondition = (text: string): Condition => {
  const [field = '', op = '', ...values] = text.split('.')
  return { field, op: op as ConditionOp, values: values.map(revealed) }
}

const readPart = (text: string): Condition | ConditionGroup | undefined => {
  if (!text.includes(WITHIN)) return readCondition(text)
  const [first, ...rest] = text.split(WITHIN)
  const mode = modeOf(first)
  return mode && { mode, conditions: rest.map(readCondition) }
}

/** The filter of an address; undefined when it is none that can be asked. */
export const readConditions = (text: string): PupilConditions | undefined => {
  const [first, ...rest] = text.length > FILTER_LENGTH_MAX ? [] : text.split(PART)
  const mode = modeOf(first)
  const parts = rest.map(readPart)
  if (!mode || parts.some((part) => part === undefined)) return undefined
  const filter = { mode, parts: parts as (Condition | ConditionGroup)[] }
  return isAskable(filter) ? filter : undefined
}
