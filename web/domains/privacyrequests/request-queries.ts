import { overdueRequestEndpoints } from '#contract/privacyrequests/privacyrequests.overdue.ts'
import { privacyRequestEndpoints } from '#contract/privacyrequests/privacyrequests.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const requestListQuery = queryFor(privacyRequestEndpoints.list, {})

export const requestQuery = (id: number) => queryFor(privacyRequestEndpoints.get, { params: { id } }, { quiet: true })

export const loadRequestAnew = (id: number) => queryClient.fetchQuery({ ...requestQuery(id), staleTime: 0 })

export const subjectsQuery = (q: string) =>
  queryFor(privacyRequestEndpoints.subjects, { query: { q } }, { quiet: true, keepPrevious: true })

/** Replies that are outdated once something was entered. */
export const CHANGED_BY_REQUESTS = [
  privacyRequestEndpoints.list,
  privacyRequestEndpoints.get,
  overdueRequestEndpoints.count,
]

export const refreshRequests = () => renewReplies(CHANGED_BY_REQUESTS)
