import { photoListEndpoints } from '#contract/photolists/photolists.ts'
import { queryFor } from '#web/api/queries.ts'

/** A class, or chosen children. */
export type PhotoScope = { schoolclass_id: number } | { ids: readonly number[] }

/** Both forms of the scope as the server takes them in an address. */
const asQuery = (scope: PhotoScope) => ('ids' in scope ? { ids: scope.ids.join(',') } : scope)

/**
 * A consent may be withdrawn in another tab or by a colleague: the list is loaded anew each time it is opened or comes
 * back to the front, and an old one is never shown first.
 */
export const photoListQuery = (scope: PhotoScope, since?: number) => ({
  ...queryFor(
    photoListEndpoints.get,
    { query: { ...asQuery(scope), ...(since !== undefined && { since }) } },
    { quiet: true, keepPrevious: true },
  ),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: 'always' as const,
})
