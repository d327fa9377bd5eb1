import { useQuery } from '@tanstack/react-query'
import type { FormFacts } from '#contract/registrations/registrations.form.ts'
import { type RegistrationQuery, registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { yearAppliedFor } from '#contract/schoolyears/schoolyears.states.ts'
import { queryFor } from '#web/api/queries.ts'
import { type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'

/** Filters of the list as they stand in the address. */
const FILTERS = ['status', 'school_year_id', 'grade', 'type'] as const
/** … and those that are on or off. */
export const FLAGS = [
  'unconfirmed',
  'long_unconfirmed',
  'mail_failed',
  'follow_up',
  'not_informed',
  'not_taken_over',
  'withdraw_requested',
  'withdrawn',
  'deleted',
] as const
export type RegistrationFilter = (typeof FILTERS | typeof FLAGS)[number]
export type RegistrationState = TableState<RegistrationFilter>

/** In the address: not only the open school year. */
export const EVERY_YEAR = 'alle'
/** In the address: a filter that is on or off. */
export const IS_ON = '1'
const ROWS_PER_PAGE = 10

/** Newest first; who waits stands by rank (domain §3.6). */
export const registrationState = (urlQuery: UrlQuery): RegistrationState =>
  tableState(urlQuery, {
    sort: urlQuery.get('status') === 'waiting' ? 'wait_rank' : '-created_at',
    perPage: ROWS_PER_PAGE,
    filters: [...FILTERS, ...FLAGS],
  })

/** What the school's form knows: years that are open and the grades. */
export const formFactsQuery = queryFor(registrationListEndpoints.formOptions, {}, { quiet: true })

const numberOf = (text: string | undefined) => (text && /^\d+$/.test(text) ? Number(text) : undefined)

const flagsOf = ({ filters }: RegistrationState) =>
  Object.fromEntries(FLAGS.map((flag) => [flag, filters[flag] === IS_ON ? true : undefined]))

/** What the address filters and sorts by; without a chosen year that of the open one, of which there may be none. */
export const registrationFilters = (state: RegistrationState, openYear: number | undefined) => {
  const { sort, search, filters } = state
  const year = filters.school_year_id === EVERY_YEAR ? undefined : (numberOf(filters.school_year_id) ?? openYear)
  return {
    sort,
    search,
    status: filters.status,
    school_year_id: year,
    grade: numberOf(filters.grade),
    type: filters.type as RegistrationQuery['type'],
    ...flagsOf(state),
  }
}

export type RegistrationFilters = ReturnType<typeof registrationFilters>

/** A page of the list as the address says it. */
export const registrationListQuery = (state: RegistrationState, openYear: number | undefined) =>
  queryFor(registrationListEndpoints.list, {
    query: { page: state.page, per_page: state.perPage, ...registrationFilters(state, openYear) },
  })

export const openYearOf = ({ schoolyears, today }: FormFacts) => yearAppliedFor(schoolyears, today)?.id

/** The open school year, the filter's default (domain §3.6); the list waits until it is known. */
export const useOpenYear = () => {
  const { data: facts, isPending } = useQuery(formFactsQuery)
  return { facts, openYear: facts && openYearOf(facts), isKnown: !isPending }
}
