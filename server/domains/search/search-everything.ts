import type { Permission } from '#contract/permissions.ts'
import { phoneDigits } from '#contract/phone.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { SEARCH_HITS_MAX, type SearchReply } from '#contract/search/search.ts'
import { searchWords } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { findClasses } from './search.classes.queries.ts'
import {
  findEmployees,
  findGuardianHits,
  findPhones,
  findPupils,
  findRegistrations,
  type Searching,
} from './search.queries.ts'

interface SearchInput {
  viewer: SchoolViewer
  today: string
  query: { q: string }
}

/**
 * The groups for this viewer, in the order of the page; contacts only when the viewer may see them, because hits would
 * reveal them.
 */
const groupsOf = ({ permissions }: SchoolViewer) => {
  const may = (...any: Permission[]) => any.some((one) => permissions.includes(one))
  return [
    ...(may('view pupil', 'view attached pupil') ? [findPupils] : []),
    ...(seesPupilContacts(permissions) ? [findGuardianHits, findPhones] : []),
    ...(may('view schoolclasses', 'view attached schoolclasses') ? [findClasses] : []),
    ...(may('manage employee') ? [findEmployees] : []),
    ...(may('manage pupil application') ? [findRegistrations] : []),
  ]
}

/** All groups at once: their queries are sent together and need only one round trip to the database. */
export async function searchEverything(
  tx: SchoolTransaction,
  { viewer, today, query }: SearchInput,
): Promise<SearchReply> {
  const searching: Searching = { viewer, today, words: searchWords(query.q), digits: phoneDigits(query.q) }
  if (searching.words.length === 0) return { hits: [], more: [] }
  const found = await Promise.all(groupsOf(viewer).map((find) => find(tx, searching)))
  return {
    hits: found.flatMap((hits) => hits.slice(0, SEARCH_HITS_MAX)),
    more: found.flatMap((hits) => hits[SEARCH_HITS_MAX]?.group ?? []),
  }
}
