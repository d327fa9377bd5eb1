import { searchEndpoints } from '#contract/search/search.ts'
import type { Routes } from '#server/http/route.ts'
import { findRecentPupils } from './search.queries.ts'
import { searchEverything } from './search-everything.ts'

/** One search over everything a user may see (ux §2, Strg+K). */
export function searchRoutes({ route }: Routes) {
  route(searchEndpoints.search, ({ tx, ...call }) => searchEverything(tx, call))

  route(searchEndpoints.recent, ({ tx, viewer, today, query }) => findRecentPupils(tx, { viewer, today, ...query }))
}
