import { unreachableEndpoints } from '#contract/outboxes/outboxes.unreachable.ts'
import { registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import type { RegistrationList } from '#contract/registrations/registrations.list.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { similarRegistrationEndpoints } from '#contract/registrations/registrations.similar.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { queryKey, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

const keyOf = (endpoint: Parameters<typeof queryKey>[0]) => queryKey(endpoint)[0]

const LIST = keyOf(registrationEndpoints.list)
const LATEST = keyOf(registrationEndpoints.latest)
const DETAILS = keyOf(registrationEndpoints.get)

/** Put into the bin by this page: who goes through a list steps over them. */
export const binned = new Set<number>()

type Changes = Partial<Pick<RegistrationRow, 'status' | 'version' | 'wait_rank' | 'told_at'>>

/** Shows a change at once wherever the application is loaded: list, dashboard, details. */
export const patchRegistration = (id: number, changes: Changes) => {
  const patch = <T extends { id: number }>(row: T): T => (row.id === id ? { ...row, ...changes } : row)
  queryClient.setQueriesData<RegistrationList>(
    { queryKey: [LIST] },
    (list) => list && { ...list, data: list.data.map(patch) },
  )
  queryClient.setQueriesData<RegistrationRow[]>({ queryKey: [LATEST] }, (rows) => rows?.map(patch))
  queryClient.setQueriesData<RegistrationDetails>({ queryKey: [DETAILS] }, (details) => details && patch(details))
}

const isOfOther = (id: number, input: unknown) =>
  typeof input === 'object' && input !== null && 'id' in input && input.id !== id

/** Replies under way are older than a change that is about to be shown; those about other applications are not. */
export const cancelRegistrations = (id: number) =>
  queryClient.cancelQueries({
    predicate: ({ queryKey: [first, input] }) =>
      [LIST, LATEST, DETAILS].includes(String(first)) && !isOfOther(id, input),
  })

/** After a change: asks again for whatever is shown of applications and of what follows from them. */
export const refreshRegistrations = () =>
  renewReplies([
    registrationEndpoints.list,
    registrationEndpoints.latest,
    registrationEndpoints.get,
    registrationBulkEndpoints.ids,
    similarRegistrationEndpoints.list,
    waitlistEndpoints.list,
    waitlistEndpoints.capacities,
    registrationTaskEndpoints.list,
    retentionEndpoints.get,
    retentionEndpoints.preview,
    unreachableEndpoints.list,
  ])
