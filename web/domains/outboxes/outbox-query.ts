import { isIsoDay } from '#contract/dates.ts'
import { Email } from '#contract/formats.ts'
import { MAILINGS, type Mailing, OUTBOX_NAME_MAX, type OutboxMail } from '#contract/outboxes/outboxes.mails.ts'
import { chosenValues, type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'
import { paths } from '#web/paths.ts'

export const OUTBOX_ROWS = 50

/** Filters of the outbox as they stand in the address; a mailing is named with its number. */
const FILTERS = ['state', 'kind', 'from', 'until', ...MAILINGS] as const
export type OutboxListState = TableState<(typeof FILTERS)[number]>

const dayOf = (text: string | undefined) => (text && isIsoDay(text) ? text : undefined)

/** Days and numbers that are none count as not given, so that the page says what it shows. */
export function outboxState(urlQuery: UrlQuery): OutboxListState {
  const state = tableState(urlQuery, { sort: '-created_at', perPage: OUTBOX_ROWS, filters: FILTERS })
  const { from, until, state: states, kind } = state.filters
  const mailing = mailingIn(state)
  const cleaned = {
    ...{ state: states, kind },
    ...(dayOf(from) && { from }),
    ...(dayOf(until) && { until }),
    ...(mailing && { [mailing.page]: String(mailing.id) }),
  }
  const isFiltered = state.search.trim() !== '' || Object.values(cleaned).some((value) => value !== undefined)
  return { ...state, filters: cleaned as OutboxListState['filters'], isFiltered }
}

/** The page that a mail is about. */
export const OUTBOX_PAGE_PATHS: Record<NonNullable<OutboxMail['about']>['page'], (id: number) => string> = {
  registration: paths.registration,
  pupil: paths.pupil,
  employee: paths.employee,
  circular: paths.circular,
  data_check: paths.dataCheck,
}

/** A search with an @ is for an address, any other for a name; undefined while an address is not whole yet. */
const searchOf = (search: string) => {
  const text = search.trim()
  if (text === '') return {}
  if (!text.includes('@')) return { name: text.slice(0, OUTBOX_NAME_MAX) }
  const mail = Email.safeParse(text)
  return mail.success ? { mail: mail.data } : undefined
}

const numberOf = (text: string | undefined) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** The one circular or data check that the list is narrowed to. */
export function mailingIn({ filters }: Pick<OutboxListState, 'filters'>): { page: Mailing; id: number } | undefined {
  const [found] = MAILINGS.flatMap((page) => {
    const id = numberOf(filters[page])
    return id === undefined ? [] : [{ page, id }]
  })
  return found
}

/** Whoever looks for a person, a state or one mailing sees its mails singly; else the mails of a mailing are one line. */
const isByMailing = (state: OutboxListState) =>
  state.search.trim() === '' && state.filters.state === undefined && mailingIn(state) === undefined

/** What the server is asked; undefined: nothing yet. */
export const outboxQuery = (state: OutboxListState) => {
  const { page, perPage, search, filters } = state
  const found = searchOf(search)
  if (!found) return undefined
  const [from, until, mailing] = [dayOf(filters.from), dayOf(filters.until), mailingIn(state)]
  return {
    ...{ page, per_page: perPage },
    ...(filters.state && { state: chosenValues(filters.state) as never }),
    ...(filters.kind && { kind: chosenValues(filters.kind) as never }),
    ...(from && { from }),
    ...(until && { until }),
    ...(mailing && { [`${mailing.page}_id`]: mailing.id }),
    ...(isByMailing(state) && { by_mailing: true }),
    ...found,
  }
}
