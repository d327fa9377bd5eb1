import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates.ts'
import type { LogEntry } from '#contract/userlog/userlog.ts'
import { actionLabel, entityTypeLabel, LOG_RESULT_LABELS } from '#contract/userlog/userlog-labels.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { queryFor } from '#web/api/queries.ts'
import { type LogState, logFilters, objectOf, personOf } from './userlog-query.ts'

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

/** What the one person and the one object are called to whom the list is narrowed. */
export interface LogNames {
  person: string | undefined
  object: string | undefined
}

const periodText = (from: string | undefined, until: string | undefined) =>
  [from && `ab ${formatDate(from)}`, until && `bis ${formatDate(until)}`].filter(Boolean).join(' ')

/** The filters in words, for paper and where nothing is found. */
export const logFilterTexts = (state: Pick<LogState, 'search' | 'filters'>, { person, object }: LogNames): string[] => {
  const { search, actor, action, entity_type, result, from, until, without_school } = logFilters(state)
  const texts = [
    search && `„${search}“`,
    person && `Person: ${person}`,
    actor === 'system' && 'vom System',
    actor === 'people' && 'von Personen',
    action && `Aktion: ${actionLabel(action)}`,
    object ?? (entity_type && `Objekt: ${entityTypeLabel(entity_type)}`),
    result && `Ergebnis: ${LOG_RESULT_LABELS[result]}`,
    without_school && 'ohne Schule',
    periodText(from, until),
  ]
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[]
}

/** Which part of how many is shown: „1–50 von 1.699“. */
export const rangeText = ({ page, perPage }: Pick<LogState, 'page' | 'perPage'>, shown: number, total: number) => {
  const before = (page - 1) * perPage
  const [first, last, all] = [shown === 0 ? 0 : before + 1, before + shown, total].map((count) =>
    count.toLocaleString('de-DE'),
  )
  return `${first}–${last} von ${all}`
}
