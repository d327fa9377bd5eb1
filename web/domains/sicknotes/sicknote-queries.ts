import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { POLL_SECONDS } from './sicknotes-query.ts'

/** Notes that touch the days, for the past and for the week. */
export const sicknotesBetween = (from: string | undefined, to: string | undefined) =>
  queryFor(sicknoteEndpoints.list, { query: { from, to } }, { keepPrevious: true, pollSeconds: POLL_SECONDS })

export const missingExcuseQuery = queryFor(sicknoteEndpoints.missingExcuse, {}, { pollSeconds: POLL_SECONDS })

/** Calendar, rules and classes; what the page shows without them, too. */
export const sicknoteOptionsQuery = queryFor(sicknoteEndpoints.formOptions, {}, { quiet: true })

/** The signed-in user's classes. */
export const ownClassesQuery = queryFor(schoolclassEndpoints.assignedByUser, {}, { quiet: true })

export const loadSicknoteAnew = (id: number) =>
  queryClient.fetchQuery({ ...queryFor(sicknoteEndpoints.get, { params: { id } }, { quiet: true }), staleTime: 0 })
