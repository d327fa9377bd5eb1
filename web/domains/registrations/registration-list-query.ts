import { useQuery } from '@tanstack/react-query'
import type { FormFacts } from '#contract/registrations.form.ts'
import { type RegistrationQuery, registrationEndpoints } from '#contract/registrations.ts'
import { queryFor } from '#web/api/queries.ts'
import { type SearchSeam, type TableState, tableState } from '#web/ui/table-state.ts'

/** Filters of the list as they stand in the address. */
const FILTERS = ['status', 'school_year_id', 'grade', 'type', 'unconfirmed', 'withdrawn', 'deleted'] as const
export type RegistrationFilter = (typeof FILTERS)[number]
export type RegistrationState = TableState<RegistrationFilter>

/** In the address: not only the open school year. */
export const EVERY_YEAR = 'alle'
/** In the address: a filter that is on or off. */
export const IS_ON = '1'
const ROWS_PER_PAGE = 10

/** Newest first; who waits stands by rank (domain §3.6). */
export const registrationState = (seam: SearchSeam): RegistrationState =>
  tableState(seam, {
    sort: seam.get('status') === 'waiting' ? 'wait_rank' : '-created_at',
    perPage: ROWS_PER_PAGE,
    filters: FILTERS,
  })

/** What the school's form knows: years that are open and the grades. */
export const formFactsQuery = queryFor(registrationEndpoints.formOptions, {}, { quiet: true })

const numberOf = (text: string | undefined) => (text && /^\d+$/.test(text) ? Number(text) : undefined)

/** The list as the address says it; without a chosen year that of the open one, of which there may be none. */
export const registrationListQuery = (state: RegistrationState, openYear: number | undefined) => {
  const { page, perPage, sort, search, filters } = state
  const year = filters.school_year_id === EVERY_YEAR ? undefined : (numberOf(filters.school_year_id) ?? openYear)
  return queryFor(registrationEndpoints.list, {
    query: {
      page,
      per_page: perPage,
      sort,
      search,
      status: filters.status,
      school_year_id: year,
      grade: numberOf(filters.grade),
      type: filters.type as RegistrationQuery['type'],
      unconfirmed: filters.unconfirmed === IS_ON ? true : undefined,
      withdrawn: filters.withdrawn === IS_ON ? true : undefined,
      deleted: filters.deleted === IS_ON ? true : undefined,
    },
  })
}

/** The year applications are for: the first that has not begun, else the last one. */
export const openYearOf = ({ schoolyears, today }: FormFacts) =>
  (schoolyears.find(({ date_start }) => date_start > today) ?? schoolyears.at(-1))?.id

/** The open school year, the filter's default (domain §3.6); the list waits until it is known. */
export const useOpenYear = () => {
  const { data: facts, isPending } = useQuery(formFactsQuery)
  return { facts, openYear: facts && openYearOf(facts), isKnown: !isPending }
}
