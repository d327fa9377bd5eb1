import { searchFold } from '#contract/search-fold.ts'
import { comparePersonNames } from '#contract/text-order.ts'
import { isWithoutRole, type User, userEndpoints } from '#contract/users/users.ts'
import { queryFor } from '#web/api/queries.ts'
import { type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'

export const userListQuery = queryFor(userEndpoints.list, {})

const FILTERS = ['without_role'] as const
export type UserListState = TableState<(typeof FILTERS)[number]>

/** In the address: a filter that is on. */
export const IS_ON = '1'

/** Spec §9: the user table has no paging. */
export const userListState = (urlQuery: UrlQuery): UserListState =>
  tableState(urlQuery, { sort: 'name', perPage: 0, filters: FILTERS })

/** What a search finds a user by: words of the name, the address as a whole and its parts. */
const searchTextOf = ({ name, email }: User) =>
  [name, email, email.replace(/[^\p{L}\p{Nd}]+/gu, ' ')].map((text) => ` ${searchFold(text)}`).join('')

/** Each word must begin a word of the name or the address; what a word of the search joins by dots stays joined. */
const isFound = (user: User, words: readonly string[]) => {
  const text = searchTextOf(user)
  return words.every((word) => text.includes(` ${word}`))
}

const compareBy: Record<string, (a: User, b: User) => number> = {
  name: (a, b) => comparePersonNames(a.name, b.name),
  last_login_at: (a, b) => (a.last_login_at ?? '').localeCompare(b.last_login_at ?? ''),
}

const sorted = (users: readonly User[], sort: string) => {
  const compare = compareBy[sort.replace(/^-/, '')] ?? compareBy.name
  const sign = sort.startsWith('-') ? -1 : 1
  return [...users].sort((a, b) => sign * (compare?.(a, b) ?? 0) || comparePersonNames(a.name, b.name) || a.id - b.id)
}

/** The rows of the table: filter to the letter of spec §2, tolerant search, DIN 5007-2. */
export const shownUsers = (users: readonly User[], { search, sort, filters }: UserListState) => {
  const words = searchFold(search).split(' ').filter(Boolean)
  const isWanted = (user: User) => (filters.without_role !== IS_ON || isWithoutRole(user)) && isFound(user, words)
  return sorted(users.filter(isWanted), sort)
}
