import { useQuery } from '@tanstack/react-query'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import { entityTypeLabel } from '#contract/userlog/userlog-labels.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { queryFor } from '#web/api/queries.ts'
import type { LogNames } from './log-filter-texts.ts'
import { type LogState, objectOf, personOf } from './userlog-query.ts'

type Rows = readonly LogEntry[] | undefined

/** What a person is called: as in the list of accounts, or in the log, where accounts that are gone still stand. */
const usePersonName = (id: number | undefined, rows: Rows) => {
  const accounts = useQuery({ ...queryFor(userEndpoints.list, {}, { quiet: true }), enabled: id !== undefined })
  if (id === undefined) return undefined
  const account = accounts.data?.users.find((user) => user.id === id)
  return account?.name ?? rows?.find(({ user_id }) => user_id === id)?.user_name ?? `Nr. ${id}`
}

const objectName = (state: LogState, rows: Rows) => {
  const object = objectOf(state)
  if (!object) return undefined
  const { entity_type, entity_id } = object
  const row = rows?.find((one) => one.entity_type === entity_type && one.entity_id === entity_id)
  return `${entityTypeLabel(entity_type)}: ${row?.entity_label ?? `Nr. ${entity_id}`}`
}

/** What is named by a number in the address, by name. */
export const useLogNames = (state: LogState, rows: Rows): LogNames => ({
  person: usePersonName(personOf(state), rows),
  object: objectName(state, rows),
})
