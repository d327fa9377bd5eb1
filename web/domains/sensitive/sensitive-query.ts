import { consentEndpoints } from '#contract/consents/consents.ts'
import { photoListEndpoints } from '#contract/photolists/photolists.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import type { SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import { sensitiveEndpoints } from '#contract/sensitive/sensitive.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

/** Each load is one line of the log: never by itself, and forgotten as soon as it is hidden. */
export const sensitiveQuery = (pupilId: number, kind?: SensitiveKind) => ({
  ...queryFor(sensitiveEndpoints.list, { params: { id: pupilId }, query: { kind } }, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

export const consentsQuery = (pupilId: number) =>
  queryFor(consentEndpoints.list, { params: { id: pupilId } }, { quiet: true })

/** What is no longer true once an entry or a consent was changed: entries rest on consents, and so does a banner. */
export const CHANGED_BY_ENTRIES = [sensitiveEndpoints.list]
export const CHANGED_BY_CONSENTS = [
  consentEndpoints.list,
  sensitiveEndpoints.list,
  pupilDetailsEndpoints.get,
  pupilEndpoints.list,
  photoListEndpoints.get,
]

/** One entry as it is stored now; undefined: it is gone. */
export const loadEntryAnew = async (pupilId: number, id: number) => {
  const { entries } = await queryClient.fetchQuery({ ...sensitiveQuery(pupilId), staleTime: 0 })
  return entries.find((entry) => entry.id === id)
}
