import { type RawBuilder, sql } from 'kysely'
import type { FigureKey } from '#contract/pupilfigures/figure-fields.ts'
import type { FigureTable } from '#contract/pupilfigures/figure-sheets.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import {
  attendingOn,
  repeatsGrade,
  visiblePupils,
  withClass,
} from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/** The focus of support of children, one entry for each notice. */
export type Supports = readonly { pupil_id: number; focus: string }[]

interface Counting extends Reader {
  /** YYYY-MM-DD. */
  day: string
  supports: Supports
}

type Values = RawBuilder<unknown>

const supportsOf = (supports: Supports) => sql`select s.focus
  from unnest(${`{${supports.map(({ pupil_id }) => pupil_id).join(',')}}`}::bigint[],
    ${`{${supports.map(({ focus }) => focus).join(',')}}`}::text[]) as s(pupil_id, focus)
  where s.pupil_id = p.id`

/** The values of a pupil `p` with grade `g` and membership `m` of the day, as a query of one column. */
const VALUES: Partial<Record<FigureKey, (counting: Counting) => Values>> = {
  schoolgrade: () => sql`select g.grade`,
  schoolclass: () => sql`select m.schoolclass_id`,
  birth_year: () => sql`select extract(year from p.birthdate)::int`,
  age: ({ day }) => sql`select extract(year from age(${day}::date, p.birthdate))::int`,
  // School years begin in August.
  entry_year: () => sql`select extract(year from p.date_entry - interval '7 months')::int`,
  nationalities: () => sql`select unnest(p.nationalities)`,
  afterschool_days: () => sql`select unnest(p.afterschool_days)`,
  foreign_languages: () => sql`select l ->> 'language' from jsonb_array_elements(p.foreign_languages) l`,
  repeats: ({ day }) => sql`select case when ${repeatsGrade(day)} then 'yes' else 'no' end`,
  support: ({ supports }) => supportsOf(supports),
}

const valuesOf = (key: FigureKey | null, counting: Counting): Values => {
  if (key === null) return sql`select null`
  return VALUES[key]?.(counting) ?? sql`select ${sql.ref(`p.${key}`)}`
}

export interface Count {
  row_value: string | null
  column_value: string | null
  /** The sum of a row, of a column, or of everything has no value of the other. */
  is_row_sum: boolean
  is_column_sum: boolean
  count: number
}

/** The children at the school on the day, by the values of two fields, with all sums; each child counts once in each. */
export async function countTable(tx: SchoolTransaction, { rows, columns }: FigureTable, counting: Counting) {
  const { viewer, today, day } = counting
  const children = withClass(visiblePupils(tx, viewer, today).where(attendingOn(day)), day)
    .select('p.id')
    .select(sql<string[]>`array(${valuesOf(rows, counting)})::text[]`.as('row_values'))
    .select(sql<string[]>`array(${valuesOf(columns, counting)})::text[]`.as('column_values'))
  const counted = await sql<Count>`select r.value as row_value, c.value as column_value, count(distinct k.id) as count,
      grouping(c.value) = 1 as is_row_sum, grouping(r.value) = 1 as is_column_sum
    from (${children}) k
    left join lateral unnest(k.row_values) as r(value) on true
    left join lateral unnest(k.column_values) as c(value) on true
    group by grouping sets ((r.value, c.value), (r.value), (c.value), ())`.execute(tx)
  return counted.rows
}

/** The names of all classes, in their order. */
export async function listClassNames(tx: SchoolTransaction) {
  const rows = await tx.selectFrom(classNames().as('c')).select(CLASS_COLUMNS).orderBy(CLASS_ORDER).execute()
  return rows.flatMap((row) => toClassRef(row) ?? [])
}
