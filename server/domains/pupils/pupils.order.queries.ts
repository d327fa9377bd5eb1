import { type RawBuilder, sql } from 'kysely'
import { sortTerms } from '#contract/formats.ts'
import { type PUPIL_SORT_KEYS, PUPIL_STATUSES, type PupilQuery } from '#contract/pupils/pupils.ts'
import { CLASS_ORDER_COLUMNS } from '#server/domains/memberships/memberships.classes.shared.queries.ts'

type SortKey = (typeof PUPIL_SORT_KEYS)[number]

const NAME = ['p.lastname', 'p.firstname', 'p.birthdate', 'p.id'].map((column) => sql.ref(column))
const STATUS_RANKS = sql.lit(`{${PUPIL_STATUSES.join(',')}}`)

/** The columns a list may be sorted by; name and id always follow. */
const ORDER: Record<SortKey, RawBuilder<unknown>[]> = {
  lastname: NAME,
  firstname: [sql.ref('p.firstname')],
  schoolclass: CLASS_ORDER_COLUMNS,
  schoolgrade: [sql.ref('g.grade')],
  gender: [sql.ref('p.gender')],
  birthdate: [sql.ref('p.birthdate')],
  status: [sql`array_position(${STATUS_RANKS}::text[], p.status)`],
}
const CLASS_KEYS: readonly string[] = ['schoolclass', 'schoolgrade']

/** The order of a list in SQL; it always ends in the id. */
export const orderOf = (sort: string) => {
  const terms = sortTerms(sort)
  const columns = terms.flatMap(({ key, isDescending }) =>
    ORDER[key as SortKey].map((column) =>
      CLASS_KEYS.includes(key)
        ? sql`${column} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last`
        : sql`${column} ${sql.raw(isDescending ? 'desc' : 'asc')}`,
    ),
  )
  const rest = terms.some(({ key }) => key === 'lastname') ? [] : NAME
  return sql.join([...columns, ...rest])
}

/** Whether the order depends on the class of the day, which must then be joined. */
export const isByClass = ({ sort }: Pick<PupilQuery, 'sort'>) =>
  sortTerms(sort).some(({ key }) => CLASS_KEYS.includes(key))
