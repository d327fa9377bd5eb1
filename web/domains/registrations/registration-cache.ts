import {
  type RegistrationDetails,
  type RegistrationList,
  type RegistrationRow,
  registrationEndpoints,
} from '#contract/registrations.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

const keyOf = (endpoint: Parameters<typeof queryKey>[0]) => queryKey(endpoint)[0]

const LIST = keyOf(registrationEndpoints.list)
const LATEST = keyOf(registrationEndpoints.latest)
const DETAILS = keyOf(registrationEndpoints.get)

type Changes = Partial<Pick<RegistrationRow, 'status' | 'version' | 'wait_rank'>>

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

const isRegistrations = ({ queryKey: [first] }: { queryKey: readonly unknown[] }) =>
  [LIST, LATEST, DETAILS].includes(String(first))

/** Replies under way are older than a change that is about to be shown. */
export const cancelRegistrations = () => queryClient.cancelQueries({ predicate: isRegistrations })

/** After a change: asks again for whatever is shown of applications. */
export const refreshRegistrations = () => queryClient.invalidateQueries({ predicate: isRegistrations })
