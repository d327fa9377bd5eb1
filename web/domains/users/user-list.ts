import { comparePersonNames } from '#contract/text-order.ts'
import { isWithoutRole, type User, userEndpoints } from '#contract/users/users.ts'
import { queryFor } from '#web/api/queries.ts'
import { mailTexts, searchTest, sortedRows } from '#web/lists/shown-rows.ts'
import { chosenValues, type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'

export const userListQuery = queryFor(userEndpoints.list, {})

const FILTERS = ['without_role', 'unreachable', 'sign_in'] as const
export type UserListState = TableState<(typeof FILTERS)[number]>

/** In the address: a filter that is on. */
export const IS_ON = '1'

/** Spec §9: the user table has no paging. */
export const userListState = (urlQuery: UrlQuery): UserListState =>
  tableState(urlQuery, { sort: 'name', perPage: 0, filters: FILTERS })

const byName = (a: User, b: User) => comparePersonNames(a.name, b.name) || a.id - b.id

const compareBy: Record<string, (a: User, b: User) => number> = {
  name: (a, b) => comparePersonNames(a.name, b.name),
  last_login_at: (a, b) => (a.last_login_at ?? '').localeCompare(b.last_login_at ?? ''),
}

/** Choices of the filter for how accounts are signed in to. */
export const SIGN_IN_LABELS = { without_two_factor: 'ohne zweiten Faktor', linked: 'mit Anmeldedienst verbunden' }

const isSignedInAs = ({ has_two_factor, links }: User, chosen: readonly string[]) =>
  chosen.length === 0 ||
  (chosen.includes('without_two_factor') && !has_two_factor) ||
  (chosen.includes('linked') && links.length > 0)

/** The rows of the table: filter to the letter of spec §2, tolerant search, DIN 5007-2. */
export const shownUsers = (users: readonly User[], { search, sort, filters }: UserListState) => {
  const isFound = searchTest(search)
  const isWanted = (user: User) =>
    (filters.without_role !== IS_ON || isWithoutRole(user)) &&
    (filters.unreachable !== IS_ON || user.unreachable !== null) &&
    isSignedInAs(user, chosenValues(filters.sign_in)) &&
    isFound([user.name, ...mailTexts(user.email)])
  return sortedRows(users.filter(isWanted), { sort, compareBy, tie: byName })
}
