import { type RolloverPlan, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { previewQuery, queryFor } from '#web/api/queries.ts'

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
export const rehearsalQuery = (plan: RolloverPlan) => ({
  ...previewQuery(rolloverEndpoints.rehearse, { body: plan }, { quiet: true }),
  refetchOnWindowFocus: false,
  retry: false,
})
