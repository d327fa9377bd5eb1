import { type RawBuilder, sql } from 'kysely'
import type { ConsentState } from '#contract/consents/consents.state.ts'
import type { Custody } from '#contract/pupils/listed-fields.ts'
import { listedField, purposeOf } from '#contract/pupils/listed-fields.ts'
import { type Condition, isGroup, type PupilConditions } from '#contract/pupils/pupil-conditions.ts'
import type { FieldKind } from '#contract/record.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { repeatsGrade } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { listConsentStates } from '#server/domains/sensitive/consents.shared.queries.ts'

type Yes = RawBuilder<boolean>
type Mapped = (condition: Condition) => Condition

const mapped = (filter: PupilConditions, map: Mapped): PupilConditions => ({
  ...filter,
  parts: filter.parts.map((part) => (isGroup(part) ? { ...part, conditions: part.conditions.map(map) } : map(part))),
})

/** The same questions about nothing: what a statement is built from. */
export const withoutValues = (filter: PupilConditions) =>
  mapped(filter, (condition) => ({ ...condition, values: condition.values.map(() => '') }))

/** The questions with their values again, in their order; while a statement is built, these are placeholders. */
export const withValues = (filter: PupilConditions, values: readonly string[]) => {
  let next = 0
  return mapped(filter, (condition) => {
    const own = values.slice(next, next + condition.values.length)
    next += own.length
    return { ...condition, values: own }
  })
}

/** Whether guardians of the pupil `p` have custody: several, one, or none. */
const CUSTODY = sql<Custody>`(select case count(*) when 0 then 'none' when 1 then 'one' else 'several' end
  from pupil_guardian pg join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
  where pg.school_id = p.school_id and pg.pupil_id = p.id and pg.has_custody and g.deleted_at is null)`

const askedValue = (key: string, today: string): RawBuilder<unknown> => {
  if (key === 'age') return sql`extract(year from age(${today}::date, p.birthdate))::int`
  if (key === 'repeats') return repeatsGrade(today)
  return key === 'custody' ? CUSTODY : sql.ref(`p.${key}`)
}

const TYPES: Partial<Record<FieldKind, string>> = { date: 'date', number: 'int', flag: 'boolean' }
const typed = (values: readonly string[], kind: FieldKind) =>
  values.map((value) => sql`${value}::${sql.raw(TYPES[kind] ?? 'text')}`)
const arrayOf = (values: readonly RawBuilder<unknown>[]) => sql`array[${sql.join(values)}]`
const anyOf = (parts: readonly Yes[]): Yes => sql`(${sql.join(parts, sql` or `)})`

/** Whether the value holds one of these. */
const holds = (value: RawBuilder<unknown>, kind: FieldKind, values: readonly string[]): Yes => {
  if (kind === 'several' || kind === 'countries') return sql`${value} && ${arrayOf(typed(values, kind))}`
  if (kind === 'languages')
    return sql`exists (select 1 from jsonb_array_elements(${value}) l where l ->> 'language' = any(${arrayOf(typed(values, kind))}))`
  // Signs alone fold to nothing, which every text has.
  return anyOf(
    values.map(
      (one) => sql`(search_fold(${one}::text) <> '' and strpos(search_fold(${value}), search_fold(${one}::text)) > 0)`,
    ),
  )
}

const equals = (value: RawBuilder<unknown>, kind: FieldKind, values: readonly string[]): Yes =>
  kind === 'text'
    ? sql`lower(${value}) = any(${arrayOf(values.map((one) => sql`lower(${one}::text)`))})`
    : sql`${value} = any(${arrayOf(typed(values, kind))})`

const isEmpty = (value: RawBuilder<unknown>, kind: FieldKind): Yes => {
  if (kind === 'languages') return sql`${value} = '[]'::jsonb`
  return kind === 'several' || kind === 'countries' ? sql`cardinality(${value}) = 0` : sql`${value} is null`
}

/** What is not known counts as different. */
const not = (condition: Yes): Yes => sql`not coalesce(${condition}, false)`

const ASKS: Record<Condition['op'], (value: RawBuilder<unknown>, kind: FieldKind, values: readonly string[]) => Yes> = {
  is: equals,
  not: (...asked) => not(equals(...asked)),
  has: holds,
  hasnot: (...asked) => not(holds(...asked)),
  before: (value, kind, values) => sql`${value} < ${sql.join(typed(values, kind))}`,
  after: (value, kind, values) => sql`${value} > ${sql.join(typed(values, kind))}`,
  between: (value, kind, values) => sql`${value} between ${sql.join(typed(values, kind), sql` and `)}`,
  empty: isEmpty,
  filled: (value, kind) => not(isEmpty(value, kind)),
}

const conditionOf = ({ field: key, op, values }: Condition, today: string): Yes => {
  // The values are the ids of those for whom the answer is right (`withAnswers`).
  if (purposeOf(key)) return sql`p.id = any(${values[0]}::bigint[])`
  return ASKS[op](askedValue(key, today), listedField(key)?.kind ?? 'text', values)
}

const joined = (mode: PupilConditions['mode'], parts: readonly Yes[]): Yes => {
  // A condition about an unknown value is not met; as null it would make an „or“ unknown and a „not“ never true.
  const met: Yes = sql`coalesce((${sql.join(parts, mode === 'all' ? sql` and ` : sql` or `)}), false)`
  return mode === 'none' ? sql`not ${met}` : met
}

/** Whether the pupil `p` meets the filter on the day. */
export const meets = ({ mode, parts }: PupilConditions, today: string): Yes =>
  joined(
    mode,
    parts.map((part) =>
      isGroup(part)
        ? joined(
            part.mode,
            part.conditions.map((one) => conditionOf(one, today)),
          )
        : conditionOf(part, today),
    ),
  )

/**
 * The filter with its conditions about consents answered: their values become the ids of the pupils who meet them. Who
 * decides for whom, and what a decision is worth, is said once, in the contract.
 */
export async function withAnswers(tx: SchoolTransaction, filter: PupilConditions, today: string) {
  const purposes = [
    ...new Set(
      filter.parts
        .flatMap((part) => (isGroup(part) ? part.conditions : [part]))
        .flatMap(({ field }) => purposeOf(field) ?? []),
    ),
  ]
  if (purposes.length === 0) return filter
  const children = await tx.selectFrom('pupil').select(['id', 'birthdate']).execute()
  const states = await listConsentStates(tx, children, { purposes, today })
  return mapped(filter, (condition) => {
    const purpose = purposeOf(condition.field)
    if (!purpose) return condition
    const isMet = (state: ConsentState | undefined) =>
      state !== undefined && condition.values.includes(state) === (condition.op === 'is')
    const ids = children.filter(({ id }) => isMet(states.get(id)?.[purpose])).map(({ id }) => id)
    return { ...condition, values: [`{${ids.join(',')}}`] }
  })
}
