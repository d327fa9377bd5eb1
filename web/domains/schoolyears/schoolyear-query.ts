import { accountEndpoints } from '#contract/account/account.ts'
import { rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const schoolyearListQuery = queryFor(schoolyearEndpoints.list, {})

export const schoolyearQuery = (id: number) => queryFor(schoolyearEndpoints.get, { params: { id } }, { quiet: true })

/** The year as it is stored now. */
export const loadSchoolyearAnew = (id: number) => queryClient.fetchQuery({ ...schoolyearQuery(id), staleTime: 0 })

/** What a change of a year makes untrue: lists that name years, too. */
export const YEAR_REPLIES = [
  schoolyearEndpoints.list,
  schoolyearEndpoints.get,
  schoolgradeEndpoints.list,
  schoolclassEndpoints.formOptions,
  rolloverEndpoints.list,
  accountEndpoints.basedata,
] as const
