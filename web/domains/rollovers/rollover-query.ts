import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type RolloverPlan, type RolloverReport, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { call } from '#web/api/client.ts'
import { queryFor, queryKey } from '#web/api/queries.ts'

export const rolloverReportQuery = (id: number) => queryFor(rolloverEndpoints.get, { params: { id } })

/** Asked anew by each visit and by nothing else: what is being planned stands in the page. */
export const storedPlanQuery = (toYearId: number) => ({
  ...queryFor(rolloverEndpoints.plan, { query: { to_year_id: toYearId } }, { quiet: true }),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
})

/** The rehearsal of a plan: a POST for its size, but it changes nothing. The page says itself what is refused. */
export const rehearsalQuery = (plan: RolloverPlan) =>
  queryOptions<RolloverReport>({
    queryKey: [...queryKey(rolloverEndpoints.rehearse), plan],
    queryFn: ({ signal }) => call(rolloverEndpoints.rehearse, { body: plan, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { quiet: true },
  })
