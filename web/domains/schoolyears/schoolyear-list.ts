import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { tableState, type UrlQuery } from '#web/lists/table-state.ts'

/** Newest first; there are few years, so neither pages nor filters. */
export const schoolyearListState = (urlQuery: UrlQuery) => tableState(urlQuery, { sort: '-date_start', perPage: 0 })

export const sortedYears = (years: readonly Schoolyear[], sort: string) => {
  const sign = sort.startsWith('-') ? -1 : 1
  return [...years].sort((a, b) => sign * a.date_start.localeCompare(b.date_start) || a.id - b.id)
}
