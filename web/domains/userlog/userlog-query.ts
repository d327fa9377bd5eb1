import { isIsoDay } from '#contract/dates.ts'
import { LOG_RESULTS, type LogEntry, type LogFilters } from '#contract/userlog.ts'
import { type SearchSeam, type TableState, tableState } from '#web/ui/table-state.ts'

/** Filters of the log as they stand in the address. */
const FILTERS = ['action', 'entity_type', 'result', 'from', 'until'] as const
export type LogFilter = (typeof FILTERS)[number]
export type LogState = TableState<LogFilter>

const ROWS_PER_PAGE = 10 // spec §9

export const userlogState = (seam: SearchSeam): LogState =>
  tableState(seam, { sort: '-created_at', perPage: ROWS_PER_PAGE, filters: FILTERS })

const dayOf = (text: string | undefined) => (text && isIsoDay(text) ? text : undefined)

const resultOf = (text: string | undefined) =>
  LOG_RESULTS.find((result): result is LogEntry['result'] => result === text)

/** What list and export are asked for; old links with values that do not exist filter nothing. */
export const logFilters = ({ search, filters }: LogState): Partial<LogFilters> & { search: string } => ({
  search,
  ...(filters.action ? { action: filters.action } : {}),
  ...(filters.entity_type ? { entity_type: filters.entity_type } : {}),
  ...(resultOf(filters.result) ? { result: resultOf(filters.result) } : {}),
  ...(dayOf(filters.from) ? { from: dayOf(filters.from) } : {}),
  ...(dayOf(filters.until) ? { until: dayOf(filters.until) } : {}),
})
