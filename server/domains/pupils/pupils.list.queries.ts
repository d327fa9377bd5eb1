import { type RawBuilder, sql } from 'kysely'
import type { Gender } from '#contract/genders.ts'
import type { Permission } from '#contract/permissions.ts'
import { conditionsIn, type PupilConditions } from '#contract/pupils/pupil-conditions.ts'
import {
  CHOSEN_MAX,
  type PupilPageQuery,
  type PupilQuery,
  type PupilRow,
  type PupilStatus,
} from '#contract/pupils/pupils.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import {
  CLASS_COLUMNS,
  type ClassColumns,
  toClassRef,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { type Pupils, withClass } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { withoutValues, withValues } from './pupils.conditions.queries.ts'
import {
  filteredPupils,
  type Listing,
  matchingPupils,
  type PupilFilters,
  searchRange,
  statusesOf,
  termsOf,
} from './pupils.filters.queries.ts'
import { type ListedRow, readListed, withListed } from './pupils.listed.shared.queries.ts'
import { isByClass, orderOf } from './pupils.order.queries.ts'
import { findClassesNamed, isByWords, isClassDescribed, namesGrade, type SearchTerms } from './pupils.search.queries.ts'
import { countByStatus, countWithWords } from './pupils.words.queries.ts'
import { visibleFields } from './visible-fields.ts'

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

const toRow = (row: Row, hasBirthdate: boolean): PupilRow => ({
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

/** Whether PostgreSQL must read rows to know whether they match; otherwise an index alone gives their number. */
const needsRows = (filters: PupilFilters) => {
  const { search, schoolclass_id, schoolgrade, school_year_id, on, birth_month, missing, away, filter } = filters
  const narrowing = [schoolclass_id, schoolgrade, school_year_id, on, birth_month, missing, away, filter]
  return search !== '' || narrowing.some((one) => one)
}

/**
 * The number of matches, where stored counts or an index have it: only for a status and words, and in the whole school.
 */
const knownTotal = (filters: PupilFilters, listing: Omit<Parameters<typeof matchingPupils>[2], 'day' | 'today'>) => {
  const { viewer, terms, classes } = listing
  const reach = searchRange(listing)
  const isNarrowed = filters.gender || needsRows({ ...filters, search: '' })
  if (isNarrowed || !reach.isIndexed || !reach.isWholeSchool) return undefined
  const statuses = statusesOf(filters)
  if (!terms) return countByStatus(statuses)
  const inContacts = visibleFields(viewer).contacts
  return isByWords({ terms, classes, ...reach })
    ? countWithWords({ words: terms.words, inContacts, statuses })
    : undefined
}

interface PageQuery {
  filters: PupilFilters
  day: string
  /** `ofAgeSince` of the present day. */
  since: string
  /** The number of all matches, where it is known without reading rows. */
  total: RawBuilder<number> | undefined
  /** Missing: the whole list. */
  page?: { limit: number; offset: number }
  /** Whether there are rows before this page. */
  isLater: boolean
  /** When given, each row says whether the description of a class contains one of these words. */
  words?: readonly string[]
  /** Keys of further columns. */
  columns: readonly string[]
}

/**
 * The rows of one page, each with the number of all matches: a stored count, from an index alone, or from the query
 * that finds them.
 */
const pageOf = (found: Pupils, { filters, day, page, total }: PageQuery) => {
  const counted = total ?? (needsRows(filters) ? sql<number>`count(*) over ()` : countOf(found))
  const sorted = (isByClass(filters) ? withClass(found, day) : found)
    .select(counted.as('total'))
    .orderBy(orderOf(filters.sort))
  return page ? sorted.limit(page.limit).offset(page.offset) : sorted
}

/**
 * A search or a later page reads only indexes first and then the few rows of the page; any other page is read directly.
 * It is lateral because PostgreSQL does not know how short a page is and would read all rows of the school.
 */
const readPage = (tx: SchoolTransaction, found: Pupils, asked: PageQuery) => {
  const page = pageOf(found, asked)
  if (asked.filters.search === '' && !asked.isLater) return tx.selectFrom(page.selectAll('p').as('p'))
  return tx.selectFrom(page.select(['p.id', 'p.school_id']).as('n')).innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('pupil as q')
        .selectAll('q')
        .whereRef('q.school_id', '=', 'n.school_id')
        .whereRef('q.id', '=', 'n.id')
        .limit(1)
        .as('p'),
    (join) => join.onTrue(),
  )
}

/** The data of a row; the class is joined for the rows of the page only. */
const pageRows = (tx: SchoolTransaction, found: Pupils, asked: PageQuery) => {
  const { columns, day, since } = asked
  const order = orderOf(asked.filters.sort)
  const rows = withClass(readPage(tx, found, asked) as unknown as Pupils, day)
    .select(['p.id', 'p.pupil_number', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.gender', 'p.status'])
    .select(['p.birthdate', 'p.deleted_at', 'g.grade', ...CLASS_COLUMNS, sql<number>`total`.as('total')])
    .select((asked.words?.length ? isClassDescribed(asked.words) : sql<boolean>`false`).as('is_class_described'))
  return columns.length > 0 ? withListed(tx, rows, { columns, order, day, since }) : rows.orderBy(order)
}

interface ListShape {
  filters: PupilFilters
  /** Without their values. */
  conditions: PupilConditions | undefined
  columns: readonly string[]
  permissions: readonly Permission[]
  isWhole: boolean
  isLater: boolean
}
type ListValues = Omit<Listing, 'viewer' | 'conditions'> &
  SearchTerms & { since: string; user_id: number; limit: number; offset: number; asked: readonly string[] }

/** Lists have few shapes: viewer, day, page and search text are only values. */
const readRows = compiledOnce((tx: SchoolTransaction, shape: ListShape, values: ListValues) => {
  const { filters, permissions, isWhole, isLater, conditions, columns } = shape
  const { user_id, limit, offset, words, beside, digits, asked, since, ...days } = values
  const terms = filters.search === '' ? undefined : { words, beside, ...(digits === undefined ? {} : { digits }) }
  const asks = conditions && { conditions: withValues(conditions, asked) }
  const listing = { ...days, ...asks, viewer: { user_id, permissions }, terms, classes: new Map() }
  const found = matchingPupils(tx, filters, listing)
  const total = knownTotal(filters, listing)
  return pageRows(tx, found, {
    filters,
    day: days.day,
    since,
    total,
    isLater,
    words,
    columns,
    ...(isWhole ? {} : { page: { limit, offset } }),
  })
})

const NOTHING: SearchTerms = { words: [], beside: [] }

interface Part {
  limit: number
  offset: number
}
const partOf = ({ page, per_page }: PupilQuery): Part => ({ limit: per_page, offset: (page - 1) * per_page })

/** A page of the list, with the columns that are asked beside the usual ones. */
interface Request {
  listing: Listing
  part: Part
  columns: readonly string[]
}

/** The rows of a page; the shape contains only whether there is a search or a day, and conditions without values. */
const readPart = (tx: SchoolTransaction, filters: PupilFilters, { listing, part, columns }: Request) => {
  const { viewer, conditions, ...days } = listing
  const shape = {
    filters: {
      ...filters,
      search: filters.search && 'anything',
      filter: filters.filter && 'anything',
      on: filters.on && 'any day',
    },
    conditions: conditions && withoutValues(conditions),
    columns,
    permissions: viewer.permissions,
    isWhole: part.limit === 0,
    isLater: part.offset > 0,
  }
  const terms = termsOf(filters, viewer) ?? NOTHING
  const asked = conditions ? conditionsIn(conditions).flatMap(({ values }) => values) : []
  return readRows(tx, shape, {
    ...days,
    ...part,
    ...terms,
    asked,
    since: ofAgeSince(days.today),
    user_id: viewer.user_id,
  })
}

/**
 * Few searches name a class: the rows found by name show whether one may be meant. Only then, or when there are no
 * rows, the classes are read, and the page again with the pupils of these classes.
 */
async function readFound(tx: SchoolTransaction, filters: PupilFilters, request: Request) {
  const { listing, part, columns } = request
  const { day } = listing
  const rows = await readPart(tx, filters, request)
  if (rows[0]?.is_class_described === false && !namesGrade(filters.search)) return rows
  const classes = await findClassesNamed(tx, filters.search, filters.school_year_id)
  if (classes.size === 0) return rows
  const found = matchingPupils(tx, filters, { ...listing, terms: termsOf(filters, listing.viewer), classes })
  const page = part.limit === 0 ? {} : { page: part }
  const since = ofAgeSince(listing.today)
  const statement = pageRows(tx, found, { filters, day, since, columns, total: undefined, isLater: false, ...page })
  return (await tx.executeQuery(statement.compile())).rows
}

/** A page of the list. Only viewers who may see birth dates get them. */
export async function listPupils(tx: SchoolTransaction, query: PupilPageQuery, listing: Listing) {
  const { page, per_page, columns = [], ...filters } = query
  const request = { listing, part: partOf(query), columns }
  const rows = await (filters.search === '' ? readPart(tx, filters, request) : readFound(tx, filters, request))
  // A page past the end has no row that could contain the number.
  const countAll = async () =>
    (await countOf(await filteredPupils(tx, filters, listing)).executeTakeFirstOrThrow()).total
  const total = rows[0]?.total ?? (page > 1 ? await countAll() : 0)
  const { viewer, day, today } = listing
  const reading = { columns, today: filters.on ? day : today }
  const listed = columns.length > 0 ? readListed(tx, rows as unknown as ListedRow[], reading) : undefined
  const data = rows.map((row) => toRow(row, visibleFields(viewer).contacts))
  return listed ? { data, total, listed: await listed } : { data, total }
}

/** The ids of all matches, in the order of the list. */
export async function listPupilIds(tx: SchoolTransaction, filters: PupilFilters, listing: Listing) {
  const found = await filteredPupils(tx, filters, listing)
  const rows = await (isByClass(filters) ? withClass(found, listing.day) : found)
    .select('p.id')
    .orderBy(orderOf(filters.sort))
    .limit(CHOSEN_MAX)
    .execute()
  return rows.map(({ id }) => id)
}
