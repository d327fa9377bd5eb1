import { sql } from 'kysely'
import type { PupilConditions } from '#contract/pupils/pupil-conditions.ts'
import {
  LISTED_STATUSES,
  type MISSING,
  PUPIL_STATUSES,
  type PupilQuery,
  SEARCHED_STATUSES,
} from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  attendingOn,
  type Pupils,
  type RowViewer,
  visiblePupils,
} from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { pupilsToConfirm } from '#server/domains/sensitive/sensitive.shared.queries.ts'
import { meets } from './pupils.conditions.queries.ts'
import {
  findClassesNamed,
  isByWords,
  matching,
  type NamedClasses,
  type SearchTerms,
  toTerms,
} from './pupils.search.queries.ts'
import { hasWords } from './pupils.words.queries.ts'
import { visibleFields } from './visible-fields.ts'

/** The list without its page: everything else of the query. */
export type PupilFilters = Omit<PupilQuery, 'page' | 'per_page'>

export interface Listing {
  viewer: RowViewer
  today: string
  /** The day whose grades and classes count: today, or the day for the chosen school year. */
  day: string
  /** The earliest deletion that the bin still shows; only when the bin is listed. */
  binSince?: string
  /** The conditions of the filter, about consents already answered (`withAnswers`). */
  conditions?: PupilConditions
}

/** The memberships shown for pupils `q`, on the day or on the first day of upcoming pupils, like `withClass`. */
const shownMemberships = (tx: SchoolTransaction, day: string) => {
  const shown = sql<string>`greatest(${day}::date, q.date_entry)`
  return tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('pupil as q', (join) => join.onRef('q.school_id', '=', 'm.school_id').onRef('q.id', '=', 'm.pupil_id'))
    .where('m.date_start', '<=', shown)
    .where((eb) => eb.or([eb('m.date_end', 'is', null), eb('m.date_end', '>=', shown)]))
    .select('m.pupil_id')
}

const inClasses = (tx: SchoolTransaction, pupils: Pupils, { filters, day }: { filters: PupilFilters; day: string }) => {
  const { schoolclass_id, schoolgrade, school_year_id } = filters
  const members = shownMemberships(tx, day)
  const ids = schoolclass_id?.filter((id) => id !== 'none') ?? []
  let found = pupils
  if (school_year_id) found = found.where('p.id', 'in', members.where('m.school_year_id', '=', school_year_id))
  if (schoolclass_id) {
    found = found.where((eb) =>
      eb.or([
        eb('p.id', 'in', members.where('m.schoolclass_id', '=', eb.fn.any(eb.val(ids)))),
        ...(schoolclass_id.includes('none')
          ? [eb.not(eb('p.id', 'in', members.where('m.schoolclass_id', 'is not', null)))]
          : []),
      ]),
    )
  }
  if (!schoolgrade) return found
  const grades = tx
    .selectFrom('schoolgrade')
    .select('id')
    .where((eb) => eb('grade', '=', eb.fn.any(eb.val(schoolgrade))))
  return found.where('p.id', 'in', members.where('m.schoolgrade_id', 'in', grades))
}

const guardiansWith = (tx: SchoolTransaction) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .where('g.deleted_at', 'is', null)
    .select('pg.pupil_id')

/** Missing data of a record, as conditions on pupils `p`. */
const lacking = (tx: SchoolTransaction, gap: (typeof MISSING)[number], today: string) => {
  if (gap === 'confirmation') return sql<boolean>`p.id in ${pupilsToConfirm(tx, today)}`
  const guardians = guardiansWith(tx)
  const without = (query: typeof guardians) => sql<boolean>`p.id not in ${query}`
  if (gap === 'address') return sql<boolean>`(p.street is null or p.zip is null or p.city is null)`
  if (gap === 'custody') return without(guardians.where('pg.has_custody', '=', true))
  if (gap === 'mail') return without(guardians.where('pg.receives_letters', '=', true).where('g.mail', 'is not', null))
  return without(
    guardians.where(sql<boolean>`coalesce(g.phone_home, g.phone_mobile, g.phone_work, g.mail) is not null`),
  )
}

/** The rule of `isAbsentNote`, which belongs to a domain of a higher level: a refused leave is no absence. */
const awayOn = (tx: SchoolTransaction, day: string) =>
  tx
    .selectFrom('pupil_sicknote as n')
    .where('n.date_start', '<=', day)
    .where('n.date_end', '>=', day)
    .where('n.cancelled_at', 'is', null)
    .where(sql<boolean>`n.leave_decision is distinct from 'refused'`)
    .select('n.pupil_id')

export const statusesOf = ({ status, search, bin, school_year_id, on }: PupilFilters) => {
  if (status) return [...status]
  // The bin, a school year and a day show pupils of any status.
  if (bin || school_year_id || on) return [...PUPIL_STATUSES]
  return [...(search === '' ? LISTED_STATUSES : SEARCHED_STATUSES)]
}

/** Pupils deleted since this time, who can be restored; only users who manage pupils see them. */
const binned = (tx: SchoolTransaction, since: string): Pupils =>
  tx.selectFrom('pupil as p').where('p.deleted_at', '>', since)

/** The search terms, limited to data that the viewer may see; undefined without a search. */
export const termsOf = ({ search }: Pick<PupilFilters, 'search'>, viewer: RowViewer) =>
  search === '' ? undefined : toTerms(search, visibleFields(viewer).contacts)

/** The range of pupils that are searched. */
export const searchRange = ({ binSince, viewer }: Pick<Listing, 'binSince' | 'viewer'>) => ({
  isIndexed: binSince === undefined,
  isWholeSchool: viewer.permissions.includes('view pupil'),
})

/** The matching pupils among those the viewer may see; `classes` are the classes named by words of the search. */
export function matchingPupils(
  tx: SchoolTransaction,
  filters: PupilFilters,
  listing: Listing & { terms: SearchTerms | undefined; classes: NamedClasses },
) {
  const { viewer, today, day, binSince, terms, classes } = listing
  const { gender, birth_month, missing, on, away } = filters
  const inContacts = visibleFields(viewer).contacts
  const statuses = statusesOf(filters)
  const withStatus = (rows: Pupils) => rows.where((eb) => eb('p.status', '=', eb.fn.any(eb.val(statuses))))
  const named = () => {
    const reach = searchRange(listing)
    if (terms && isByWords({ terms, classes, ...reach })) {
      return visiblePupils(tx, viewer, today).where(hasWords({ words: terms.words, inContacts, statuses }))
    }
    const all = binSince === undefined ? visiblePupils(tx, viewer, today) : binned(tx, binSince)
    return withStatus(terms ? matching(tx, all, { terms, inContacts, classes, day, ...reach }) : all)
  }
  let found = named()
  if (on) found = found.where(attendingOn(day))
  if (gender) found = found.where((eb) => eb('p.gender', '=', eb.fn.any(eb.val([...gender]))))
  if (birth_month) found = found.where(sql<boolean>`extract(month from p.birthdate) = ${birth_month}`)
  if (missing) found = found.where((eb) => eb.or(missing.map((gap) => lacking(tx, gap, today))))
  if (away) found = found.where('p.id', 'in', awayOn(tx, today))
  if (listing.conditions) found = found.where(meets(listing.conditions, on ? day : today))
  return inClasses(tx, found, { filters, day })
}

/** The matching pupils among those the viewer may see. */
export const filteredPupils = async (tx: SchoolTransaction, filters: PupilFilters, listing: Listing) =>
  matchingPupils(tx, filters, {
    ...listing,
    terms: termsOf(filters, listing.viewer),
    classes: await findClassesNamed(tx, filters.search, filters.school_year_id),
  })
