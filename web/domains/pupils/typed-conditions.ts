import type { Permission } from '#contract/permissions.ts'
import { conditionValue, opLabel } from '#contract/pupils/condition-texts.ts'
import { LISTED_FIELDS, LISTED_GROUPS, type ListedField, listedField, mayList } from '#contract/pupils/listed-fields.ts'
import { type Condition, type ConditionOp, opsOf } from '#contract/pupils/pupil-conditions.ts'
import type { FieldValue, FormField } from '#web/forms/fields.ts'

/** What a person may ask about, in groups as a list of choices has them. */
export const fieldChoices = (permissions: readonly Permission[]) =>
  LISTED_GROUPS.flatMap((group) => {
    const items = LISTED_FIELDS.filter(
      (field) => field.group === group && mayList(field.key, permissions) && opsOf(field).length > 0,
    ).map(({ key, label }) => ({ value: key, label }))
    return items.length > 0 ? [{ group, items }] : []
  })

export const opChoices = (key: string) => {
  const field = listedField(key)
  return field ? opsOf(field).map((op) => ({ value: op, label: opLabel(op, field.kind) })) : []
}

/** A condition about this field, not filled in yet. */
export const newCondition = (key: string): Condition => {
  const field = listedField(key)
  const op: ConditionOp = (field && opsOf(field)[0]) ?? 'filled'
  return { field: key, op, values: [] }
}

/** Another question keeps what was answered, if it takes as many answers. */
export const withOp = (condition: Condition, op: ConditionOp): Condition => {
  const isNone = op === 'empty' || op === 'filled'
  const isOther = (op === 'between') !== (condition.op === 'between')
  return { ...condition, op, values: isNone || isOther ? [] : condition.values }
}

const SINGLE: Partial<Record<ListedField['kind'], FormField['kind']>> = {
  country: 'country',
  countries: 'country',
  language: 'language',
  languages: 'language',
  date: 'date',
  number: 'number',
}

const YES_NO = (field: ListedField) => ['yes', 'no'].map((value) => ({ value, label: conditionValue(field, value) }))

interface ValueInput {
  field: FormField
  value: FieldValue
  /** The condition's values after a change. */
  toValues: (typed: FieldValue) => string[]
}

/** The inputs for the values of a condition, as the forms of this product draw them. */
export const valueInputs = ({ field: key, op, values }: Condition, id: string): ValueInput[] => {
  const field = listedField(key)
  if (!field || op === 'empty' || op === 'filled') return []
  const { kind, choices } = field
  if (choices)
    return [
      {
        field: { key: id, label: 'Werte', kind: 'several', choices },
        value: [...values],
        toValues: (typed) =>
          choices.map((choice) => choice.value).filter((value) => (typed as readonly string[]).includes(value)),
      },
    ]
  const one = (at: number, label: string): ValueInput => ({
    field: {
      ...{ key: `${id}-${at}`, label, kind: kind === 'flag' ? 'choice' : (SINGLE[kind] ?? 'text') },
      ...(kind === 'flag' && { choices: YES_NO(field) }),
      ...(key === 'country' && { codes: 2 as const }),
    },
    value: values[at] ?? '',
    toValues: (typed) => {
      const next = op === 'between' ? [values[0] ?? '', values[1] ?? ''] : []
      next[at] = String(typed)
      return next
    },
  })
  return op === 'between' ? [one(0, 'von'), one(1, 'bis')] : [one(0, 'Wert')]
}
