import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { sortedRows } from '#web/lists/shown-rows.ts'
import { tableState, type UrlQuery } from '#web/lists/table-state.ts'

/** Newest first; there are few years, so neither pages nor filters. */
export const schoolyearListState = (urlQuery: UrlQuery) => tableState(urlQuery, { sort: '-date_start', perPage: 0 })

export const sortedYears = (years: readonly Schoolyear[], sort: string) =>
  sortedRows(years, {
    sort,
    compareBy: { date_start: (a, b) => a.date_start.localeCompare(b.date_start) },
    tie: (a, b) => a.id - b.id,
  })
