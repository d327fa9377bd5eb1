import { processingEndpoints } from '#contract/processings/processings.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const registerQuery = queryFor(processingEndpoints.get, {})

/** The register as it is by now, because somebody else may have changed it. */
export const loadRegisterAnew = () => queryClient.fetchQuery({ ...registerQuery, staleTime: 0 })
