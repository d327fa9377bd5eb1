import { REQUEST_KIND_LABELS } from '#contract/privacyrequests/privacyrequest.record.ts'
import { dueDay, requestState } from '#contract/privacyrequests/privacyrequests.rules.ts'
import type { RequestRow } from '#contract/privacyrequests/privacyrequests.ts'
import { compareTexts } from '#contract/text-order.ts'
import { searchTest, sortedRows } from '#web/lists/shown-rows.ts'
import { chosenValues, type TableState, tableState, type UrlQuery, usualFilter } from '#web/lists/table-state.ts'

const FILTERS = ['status', 'kind'] as const
export type RequestListState = TableState<(typeof FILTERS)[number]>

/** The list has no pages, because a school has few requests. The most urgent one comes first. */
export const requestListState = (urlQuery: UrlQuery): RequestListState =>
  tableState(urlQuery, { sort: 'due', perPage: 0, filters: FILTERS })

export const REQUEST_STATUS_LABELS = { overdue: 'überfällig', open: 'offen', done: 'abgeschlossen' } as const
export const EVERY_STATUS = Object.keys(REQUEST_STATUS_LABELS).join(',')

/** Without a choice the list shows the requests that wait for an answer. */
export const statusFilter = usualFilter('overdue,open')

const statusOf = (row: RequestRow, today: string): keyof typeof REQUEST_STATUS_LABELS => {
  const state = requestState(row, today)
  return state === 'near' ? 'open' : state
}

const compareDays = (a: string, b: string) => a.localeCompare(b)
const compareBy: Record<string, (a: RequestRow, b: RequestRow) => number> = {
  due: (a, b) => compareDays(a.done_on ?? dueDay(a), b.done_on ?? dueDay(b)),
  received_on: (a, b) => compareDays(a.received_on, b.received_on),
  kind: (a, b) => compareTexts(REQUEST_KIND_LABELS[a.kind], REQUEST_KIND_LABELS[b.kind]),
  subject: (a, b) => compareTexts(a.subject.name ?? '', b.subject.name ?? ''),
}

const searchTexts = ({ subject, requested_by }: RequestRow) => [
  subject.name ?? '',
  subject.hint ?? '',
  requested_by ?? '',
]

/** The rows of the table: filters, tolerant search and order; what is done stands below what is open. */
export const shownRequests = (rows: readonly RequestRow[], state: RequestListState, today: string) => {
  const isFound = searchTest(state.search)
  const [statuses, kinds] = [statusFilter.chosen(state.filters.status), chosenValues(state.filters.kind)]
  const isWanted = (row: RequestRow) =>
    statuses.includes(statusOf(row, today)) &&
    (kinds.length === 0 || kinds.includes(row.kind)) &&
    isFound(searchTexts(row))
  const sorted = sortedRows(rows.filter(isWanted), { sort: state.sort, compareBy, tie: (a, b) => b.id - a.id })
  return state.sort === 'due'
    ? sorted.toSorted((a, b) => Number(a.done_on !== null) - Number(b.done_on !== null))
    : sorted
}

const labelsIn = (labels: Readonly<Record<string, string>>, values: readonly string[]) =>
  values.flatMap((value) => labels[value] ?? []).join(', ')

/** On paper: which part of the register it is. */
export const printedScope = (state: RequestListState, { shown, total }: { shown: number; total: number }) =>
  [
    `${shown} von ${total}`,
    `Stand: ${labelsIn(REQUEST_STATUS_LABELS, statusFilter.chosen(state.filters.status))}`,
    state.filters.kind && `Art: ${labelsIn(REQUEST_KIND_LABELS, chosenValues(state.filters.kind))}`,
    state.search && `Suche: ${state.search}`,
  ]
    .filter(Boolean)
    .join(' · ')
