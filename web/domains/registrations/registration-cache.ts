import { registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import type { RegistrationList } from '#contract/registrations/registrations.list.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { similarRegistrationEndpoints } from '#contract/registrations/registrations.similar.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

const keyOf = (endpoint: Parameters<typeof queryKey>[0]) => queryKey(endpoint)[0]

const LIST = keyOf(registrationEndpoints.list)
const LATEST = keyOf(registrationEndpoints.latest)
const DETAILS = keyOf(registrationEndpoints.get)
const IDS = keyOf(registrationBulkEndpoints.ids)
const SIMILAR = keyOf(similarRegistrationEndpoints.list)
const WAITLIST = keyOf(waitlistEndpoints.list)
const CAPACITIES = keyOf(waitlistEndpoints.capacities)
const TASKS = keyOf(registrationTaskEndpoints.list)
const RETENTION = keyOf(retentionEndpoints.get)
const DELETIONS = keyOf(retentionEndpoints.preview)

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

const isOneOf =
  (keys: readonly unknown[]) =>
  ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
    keys.includes(first)

const isPatched = isOneOf([LIST, LATEST, DETAILS])
const isRegistrations = isOneOf([
  LIST,
  LATEST,
  DETAILS,
  IDS,
  SIMILAR,
  WAITLIST,
  CAPACITIES,
  TASKS,
  RETENTION,
  DELETIONS,
])

const isOfOther = (id: number, input: unknown) =>
  typeof input === 'object' && input !== null && 'id' in input && input.id !== id

/** Replies under way are older than a change that is about to be shown; those about other applications are not. */
export const cancelRegistrations = (id: number) =>
  queryClient.cancelQueries({
    predicate: (query) => isPatched(query) && !isOfOther(id, query.queryKey[1]),
  })

/** After a change: asks again for whatever is shown of applications and of what follows from them. */
export const refreshRegistrations = () => queryClient.invalidateQueries({ predicate: isRegistrations })
