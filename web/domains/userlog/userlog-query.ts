import { isIsoDay } from '#contract/dates.ts'
import { actionOption } from '#contract/userlog/userlog.filter-labels.ts'
import {
  LOG_ACTORS,
  LOG_PAGE_ROWS,
  LOG_RESULTS,
  type LogEntry,
  type LogFilters,
  type userlogEndpoints,
} from '#contract/userlog/userlog.ts'
import { entityTypeLabel, LOG_RESULT_LABELS } from '#contract/userlog/userlog-labels.ts'
import type { Reply } from '#web/api/client.ts'
import { type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'
import { periodText } from './period-text.ts'

type ListReply = Reply<typeof userlogEndpoints.list>

const UNNAMED = 'unbekannt'

/** What is named by a number in the address, by name: the rows know it before the answer to a new filter is there. */
export const logNames = (state: LogState, reply: Pick<ListReply, 'data' | 'names'> | undefined): LogNames => {
  const { data: rows = [], names } = reply ?? {}
  const [person, object] = [personOf(state), objectOf(state)]
  const account = rows.find(({ user_id }) => user_id === person)
  const row = rows.find((one) => one.entity_type === object?.entity_type && one.entity_id === object.entity_id)
  const label = row?.entity_label ?? names?.object
  const kind = object && entityTypeLabel(object.entity_type)
  return {
    person: person === undefined ? undefined : (names?.person ?? account?.user_name ?? UNNAMED),
    object: kind && (label ? `${kind}: ${label}` : `ein Objekt: ${kind}`),
  }
}

/** What the one person and the one object are called to whom the list is narrowed. */
export interface LogNames {
  person: string | undefined
  object: string | undefined
}

/** The filters in words, for paper and where nothing is found. */
export const logFilterTexts = (state: Pick<LogState, 'search' | 'filters'>, { person, object }: LogNames): string[] => {
  const { search, actor, action, entity_type, result, from, until, without_school, without_sign_ins } =
    logFilters(state)
  const texts = [
    search && `„${search}“`,
    person && `Person: ${person}`,
    actor === 'system' && 'vom System',
    actor === 'people' && 'von Personen',
    action && `Aktion: ${actionOption(action)}`,
    object ?? (entity_type && `Objekt: ${entityTypeLabel(entity_type)}`),
    without_sign_ins && 'ohne An- und Abmeldungen',
    result && `Ergebnis: ${LOG_RESULT_LABELS[result]}`,
    without_school && 'ohne Schule',
    periodText(from, until),
  ]
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[]
}

/** Filters of the log as they stand in the address. */
const FILTERS = [
  'actor',
  'action',
  'entity_type',
  'entity_id',
  'user_id',
  'result',
  'from',
  'until',
  'without_school',
  'sign_ins',
] as const
export type LogFilter = (typeof FILTERS)[number]
export type LogState = TableState<LogFilter>

/** The value in the address. */
export const WITHOUT_SCHOOL = '1'

const SHOWN = '1'

/** Whether people who signed in and out stand in the list; whoever chose an action wants to see it. */
export const signIns = ({ filters: { sign_ins, action }, setFilter }: Pick<LogState, 'filters' | 'setFilter'>) => ({
  areShown: sign_ins === SHOWN || action !== undefined,
  /** The chosen action decides. */
  mayChange: action === undefined,
  change: () => setFilter('sign_ins', sign_ins === SHOWN ? undefined : SHOWN),
})

// domain §3.6
const ROWS_PER_PAGE = 50

/** A year of a school has tens of thousands of entries: for all of them there is the export. */
export const MOST_ROWS = LOG_PAGE_ROWS
export const LOG_ROWS = [10, ROWS_PER_PAGE, MOST_ROWS]

export const userlogState = (urlQuery: UrlQuery): LogState => {
  const state = tableState(urlQuery, { sort: '-created_at', perPage: ROWS_PER_PAGE, filters: FILTERS })
  return { ...state, perPage: Math.min(state.perPage || MOST_ROWS, MOST_ROWS) }
}

const dayOf = (text: string | undefined) => (text && isIsoDay(text) ? text : undefined)

const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** The value in the address that asks for the rows of people and of the system. */
export const ALL_ACTORS = 'all'

/** People unless the address says otherwise: what the program notes for itself would bury what they did. */
const actorOf = (text: string | undefined) =>
  text === ALL_ACTORS ? undefined : (LOG_ACTORS.find((actor) => actor === text) ?? 'people')

const resultOf = (text: string | undefined) =>
  LOG_RESULTS.find((result): result is LogEntry['result'] => result === text)

/** The one person the list is narrowed to. */
export const personOf = ({ filters }: Pick<LogState, 'filters'>) => idOf(filters.user_id)

/** The one object the list is narrowed to; a number alone is none. */
export const objectOf = ({ filters: { entity_type, entity_id } }: Pick<LogState, 'filters'>) => {
  const id = idOf(entity_id)
  return entity_type && id !== undefined ? { entity_type, entity_id: id } : undefined
}

/** What list and export are asked for; old links with values that do not exist filter nothing. */
export const logFilters = (state: Pick<LogState, 'search' | 'filters'>): Partial<LogFilters> & { search: string } => {
  const { search, filters } = state
  const { action, entity_type } = filters
  const given: Partial<LogFilters> = {
    actor: actorOf(filters.actor),
    user_id: personOf(state),
    action,
    entity_type,
    ...objectOf(state),
    without_sign_ins: (filters.sign_ins !== SHOWN && action === undefined) || undefined,
    result: resultOf(filters.result),
    from: dayOf(filters.from),
    until: dayOf(filters.until),
    without_school: filters.without_school === WITHOUT_SCHOOL || undefined,
  }
  return { search, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}
