import { isIsoDay } from '#contract/dates.ts'
import { Email } from '#contract/formats.ts'
import { OUTBOX_NAME_MAX, type OutboxMail } from '#contract/outboxes/outboxes.mails.ts'
import { chosenValues, type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'
import { paths } from '#web/paths.ts'

export const OUTBOX_ROWS = 50

/** Filters of the outbox as they stand in the address; `circular` is the number of a circular. */
const FILTERS = ['state', 'kind', 'from', 'until', 'circular'] as const
export type OutboxListState = TableState<(typeof FILTERS)[number]>

const dayOf = (text: string | undefined) => (text && isIsoDay(text) ? text : undefined)

/** Days and numbers that are none count as not given, so that the page says what it shows. */
export function outboxState(urlQuery: UrlQuery): OutboxListState {
  const state = tableState(urlQuery, { sort: '-created_at', perPage: OUTBOX_ROWS, filters: FILTERS })
  const { from, until, circular, ...filters } = state.filters
  const number = circularIn(state)
  const cleaned = {
    ...filters,
    ...(dayOf(from) && { from }),
    ...(dayOf(until) && { until }),
    ...(number && { circular }),
  }
  const isFiltered = state.search.trim() !== '' || Object.values(cleaned).some((value) => value !== undefined)
  return { ...state, filters: cleaned as OutboxListState['filters'], isFiltered }
}

/** The page that a mail is about. */
export const OUTBOX_PAGE_PATHS: Record<NonNullable<OutboxMail['about']>['page'], (id: number) => string> = {
  registration: paths.registration,
  pupil: paths.pupil,
  circular: paths.circular,
  employee: paths.employee,
}

/** A search with an @ is for an address, any other for a name; undefined while an address is not whole yet. */
const searchOf = (search: string) => {
  const text = search.trim()
  if (text === '') return {}
  if (!text.includes('@')) return { name: text.slice(0, OUTBOX_NAME_MAX) }
  const mail = Email.safeParse(text)
  return mail.success ? { mail: mail.data } : undefined
}

/** The one circular that the list is narrowed to. */
export const circularIn = ({ filters: { circular } }: Pick<OutboxListState, 'filters'>) =>
  circular && /^[1-9]\d{0,14}$/.test(circular) ? Number(circular) : undefined

/** Whoever looks for a person, a state or one circular sees its mails singly; else the mails of a circular are one line. */
const isByCircular = (state: OutboxListState) =>
  state.search.trim() === '' && state.filters.state === undefined && circularIn(state) === undefined

/** What the server is asked; undefined: nothing yet. */
export const outboxQuery = (state: OutboxListState) => {
  const { page, perPage, search, filters } = state
  const found = searchOf(search)
  if (!found) return undefined
  const [from, until, circular_id] = [dayOf(filters.from), dayOf(filters.until), circularIn(state)]
  return {
    ...{ page, per_page: perPage },
    ...(filters.state && { state: chosenValues(filters.state) as never }),
    ...(filters.kind && { kind: chosenValues(filters.kind) as never }),
    ...(from && { from }),
    ...(until && { until }),
    ...(circular_id && { circular_id }),
    ...(isByCircular(state) && { by_circular: true }),
    ...found,
  }
}
