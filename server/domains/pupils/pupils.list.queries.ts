import { type RawBuilder, sql } from 'kysely'
import { sortTerms } from '#contract/formats.ts'
import type { Gender } from '#contract/genders.ts'
import type { Permission } from '#contract/permissions.ts'
import {
  CHOSEN_MAX,
  type PUPIL_SORT_KEYS,
  PUPIL_STATUSES,
  type PupilQuery,
  type PupilStatus,
} from '#contract/pupils.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER_COLUMNS,
  type ClassColumns,
  toClassRef,
} from '#server/domains/schoolclasses/class-names.queries.ts'
import { filteredPupils, type Listing, matchingPupils, type PupilFilters } from './pupils.filters.queries.ts'
import { type Pupils, withClass } from './pupils.queries.ts'
import { visibleFields } from './visible-fields.ts'

type SortKey = (typeof PUPIL_SORT_KEYS)[number]

const NAME = ['p.lastname', 'p.firstname', 'p.birthdate', 'p.id'].map((column) => sql.ref(column))
const STATUS_RANKS = sql.lit(`{${PUPIL_STATUSES.join(',')}}`)

/** What a list may be sorted by; whatever comes first, name and id decide the rest (architecture §7). */
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

const orderOf = (sort: string) => {
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

interface Row extends ClassColumns {
  id: number
  pupil_number: string
  lastname: string
  lastname_prefix: string | null
  firstname: string
  gender: string
  status: string
  birthdate: string
  deleted_at: string | null
  grade: number | null
}

const toRow = (row: Row, hasBirthdate: boolean) => ({
  id: row.id,
  pupil_number: row.pupil_number,
  lastname: row.lastname,
  lastname_prefix: row.lastname_prefix,
  firstname: row.firstname,
  gender: row.gender as Gender,
  status: row.status as PupilStatus,
  schoolclass: toClassRef(row),
  schoolgrade: row.grade === null ? null : { grade: row.grade },
  ...(hasBirthdate ? { birthdate: row.birthdate } : {}),
  ...(row.deleted_at === null ? {} : { deleted_at: row.deleted_at }),
})

const countOf = (found: Pupils) => found.select(({ fn }) => fn.countAll<number>().as('total'))

/** Whether rows must be looked at to know whether they match; else an index alone tells their number. */
const isLookedFor = (filters: PupilFilters) => {
  const { search, schoolclass_id, schoolgrade, school_year_id, birth_month, missing } = filters
  return search !== '' || [schoolclass_id, schoolgrade, school_year_id, birth_month, missing].some((one) => one)
}

const isByClass = ({ sort }: Pick<PupilQuery, 'sort'>) => sortTerms(sort).some(({ key }) => CLASS_KEYS.includes(key))

interface PageAsked {
  filters: PupilFilters
  day: string
  /** Not there: the whole list. */
  page?: { limit: number; offset: number }
}

/** The rows of one page, each with the number of all that match: of an index alone, or of the pass that finds them. */
const pageOf = (found: Pupils, { filters, day, page }: PageAsked) => {
  const total = isLookedFor(filters) ? sql<number>`count(*) over ()` : countOf(found)
  const sorted = (isByClass(filters) ? withClass(found, day) : found)
    .select(total.as('total'))
    .orderBy(orderOf(filters.sort))
  return page ? sorted.limit(page.limit).offset(page.offset) : sorted
}

/** A search reads indexes alone and then the few rows of the page; else a page is read at once. */
const readPage = (tx: SchoolTransaction, found: Pupils, asked: PageAsked) => {
  const page = pageOf(found, asked)
  if (asked.filters.search === '') return tx.selectFrom(page.selectAll('p').as('p'))
  return tx
    .selectFrom(page.select(['p.id', 'p.school_id']).as('n'))
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'n.school_id').onRef('p.id', '=', 'n.id'))
}

/** What a row shows; the class is joined for the rows of the page alone. */
const pageRows = (tx: SchoolTransaction, found: Pupils, asked: PageAsked) =>
  withClass(readPage(tx, found, asked) as unknown as Pupils, asked.day)
    .select(['p.id', 'p.pupil_number', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.gender', 'p.status'])
    .select(['p.birthdate', 'p.deleted_at', 'g.grade', ...CLASS_COLUMNS, sql<number>`total`.as('total')])
    .orderBy(orderOf(asked.filters.sort))

interface ListShape {
  filters: PupilFilters
  permissions: readonly Permission[]
  isWhole: boolean
}
type ListValues = Omit<Listing, 'viewer'> & { user_id: number; limit: number; offset: number }

/** A list without a search: of few shapes, whoever asks, on whichever day and page. */
const unsearchedRows = compiledOnce((tx, { filters, permissions, isWhole }: ListShape, values: ListValues) => {
  const { user_id, limit, offset, ...days } = values
  const found = matchingPupils(tx, filters, { ...days, viewer: { user_id, permissions }, classes: new Map() })
  return pageRows(tx, found, { filters, day: days.day, ...(isWhole ? {} : { page: { limit, offset } }) })
})

/** A page of the list. Birth dates only for who may see them. */
export async function listPupils(tx: SchoolTransaction, query: PupilQuery, listing: Listing) {
  const { page, per_page, ...filters } = query
  const { viewer, ...days } = listing
  const isWhole = per_page === 0
  const part = { limit: per_page, offset: (page - 1) * per_page }
  const found = () => filteredPupils(tx, filters, listing)
  const rows =
    filters.search === ''
      ? await unsearchedRows(
          tx,
          { filters, permissions: viewer.permissions, isWhole },
          { ...days, ...part, user_id: viewer.user_id },
        )
      : await pageRows(tx, await found(), { filters, day: listing.day, ...(isWhole ? {} : { page: part }) }).execute()
  // A page past the end has no row to carry the number.
  const total = rows[0]?.total ?? (page > 1 ? (await countOf(await found()).executeTakeFirstOrThrow()).total : 0)
  return { data: rows.map((row) => toRow(row, visibleFields(viewer).contacts)), total }
}

/** The ids of all that match, in the order of the list. */
export async function listPupilIds(tx: SchoolTransaction, filters: PupilFilters, listing: Listing) {
  const found = await filteredPupils(tx, filters, listing)
  const rows = await (isByClass(filters) ? withClass(found, listing.day) : found)
    .select('p.id')
    .orderBy(orderOf(filters.sort))
    .limit(CHOSEN_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
