import type { Permission } from '#contract/permissions.ts'
import { phoneDigits } from '#contract/phone.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { SEARCH_HITS_MAX, type SearchHit, type SearchReply } from '#contract/search/search.ts'
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
import { alikePatterns, exactPatterns, mayBeSlip } from './word-patterns.ts'

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
const findAll = (tx: SchoolTransaction, searching: Searching) =>
  Promise.all(groupsOf(searching.viewer).map((find) => find(tx, searching)))

const toReply = (found: readonly SearchHit[][], is_alike: boolean): SearchReply => ({
  hits: found.flatMap((hits) => hits.slice(0, SEARCH_HITS_MAX)),
  more: found.flatMap((hits) => hits[SEARCH_HITS_MAX]?.group ?? []),
  is_alike,
})

/** Who is not found as typed is looked for once more with one letter off: at the phone, names are heard. */
export async function searchEverything(
  tx: SchoolTransaction,
  { viewer, today, query }: SearchInput,
): Promise<SearchReply> {
  const words = searchWords(query.q)
  if (words.length === 0) return toReply([], false)
  const searching = { viewer, today, words, digits: phoneDigits(query.q) }
  const found = await findAll(tx, { ...searching, patterns: words.map(exactPatterns) })
  if (found.some((hits) => hits.length > 0) || !mayBeSlip(words)) return toReply(found, false)
  const alike = await findAll(tx, { ...searching, digits: undefined, patterns: words.map(alikePatterns) })
  // The way to all hits leads to a list, which looks for what was typed.
  return { ...toReply(alike, true), more: [] }
}
