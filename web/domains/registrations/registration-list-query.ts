import type { RegistrationQuery } from '#contract/registrations.ts'
import { registrationEndpoints } from '#contract/registrations.ts'
import { queryFor } from '#web/api/queries.ts'
import { type SearchSeam, type TableState, tableState } from '#web/ui/table-state.ts'

/** Filters of the list as they stand in the address. */
export const REGISTRATION_FILTERS = ['status', 'school_year_id', 'grade', 'type', 'unconfirmed', 'withdrawn'] as const
export type RegistrationFilter = (typeof REGISTRATION_FILTERS)[number]

/** In the address: not only the open school year. */
export const EVERY_YEAR = 'alle'
const ROWS_PER_PAGE = 10

/** Newest first; who waits stands by rank (domain §3.6). */
export const registrationState = (seam: SearchSeam): TableState<RegistrationFilter> =>
  tableState(seam, {
    sort: seam.get('status') === 'waiting' ? 'wait_rank' : '-created_at',
    perPage: ROWS_PER_PAGE,
    filters: REGISTRATION_FILTERS,
  })

type ListQuery = { [K in keyof RegistrationQuery]?: string | number | undefined }

/** What the list asks the server for; without a chosen year that is the open one, of which there may be none. */
export const registrationListQuery = (
  { page, perPage, sort, search, filters }: TableState<RegistrationFilter>,
  openYear: number | undefined,
) => {
  const { school_year_id: year = openYear, ...others } = filters
  const query: ListQuery = {
    page,
    per_page: perPage,
    sort,
    search,
    ...others,
    school_year_id: year === EVERY_YEAR ? undefined : year,
  }
  return queryFor(registrationEndpoints.list, { query: query as Record<string, never> }, { keepPrevious: true })
}

/** The address's query without what only concerns the table, so that pages beyond keep the list. */
export const keptSearch = (search: string) => (search.length > 1 ? search : '')
