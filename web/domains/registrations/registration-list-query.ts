import { useQuery } from '@tanstack/react-query'
import {
  registrationBulkEndpoints as endpoints,
  type RegistrationExportForm,
} from '#contract/registrations/registrations.bulk.ts'
import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import type { FormFacts } from '#contract/registrations/registrations.form.ts'
import { type RegistrationQuery, registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { type RegistrationStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { yearAppliedFor } from '#contract/schoolyears/schoolyears.states.ts'
import { call, callForFile } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { type TableState, tableState, type UrlQuery } from '#web/lists/table-state.ts'

/** Filters of the list as they stand in the address. */
const FILTERS = ['status', 'school_year_id', 'grade', 'type', 'import_id'] as const
/** … and those that are on or off. */
export const FLAG_LABELS = {
  unconfirmed: 'nur unbestätigt',
  long_unconfirmed: 'seit über drei Tagen unbestätigt',
  mail_failed: 'E-Mail nicht zugestellt',
  follow_up: 'Nachfassen',
  not_informed: 'noch nicht informiert',
  not_taken_over: 'bestätigt, nicht übernommen',
  agreement_missing: 'Zustimmung fehlt',
  agreement_declined: 'stimmt nicht zu',
  withdraw_requested: 'Rückzug gewünscht',
  withdrawn: 'zurückgezogen',
  deleted: 'Papierkorb (30 Tage)',
} as const
export const FLAGS = Object.keys(FLAG_LABELS) as (keyof typeof FLAG_LABELS)[]
/** Filters that only mean something where the school collects the second person's agreement by a link. */
export const AGREEMENT_FLAGS: readonly (keyof typeof FLAG_LABELS)[] = ['agreement_missing', 'agreement_declined']
export type RegistrationFilter = (typeof FILTERS)[number] | keyof typeof FLAG_LABELS
export type RegistrationState = TableState<RegistrationFilter>

/** In the address: not only the open school year. */
export const EVERY_YEAR = 'alle'
/** In the address: a filter that is on or off. */
export const IS_ON = '1'
const ROWS_PER_PAGE = 10

/** The list's name where the browser stores how it is shown. */
export const LIST_NAME = 'registrations'

/** Newest first; who waits stands by rank (domain §3.6). */
export const registrationState = (urlQuery: UrlQuery, perPage = ROWS_PER_PAGE): RegistrationState =>
  tableState(urlQuery, {
    sort: urlQuery.get('status') === 'waiting' ? 'wait_rank' : '-created_at',
    perPage,
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
    import_id: numberOf(filters.import_id),
    ...flagsOf(state),
  }
}

export type RegistrationFilters = ReturnType<typeof registrationFilters>

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

/** The list as it opens without any filter. */
const NO_FILTER = registrationState({ get: () => undefined, set: () => {} })

/** How many applications of the open year have which status; undefined counts: not known. */
export const useStatusCounts = () => {
  const { openYear, isKnown } = useOpenYear()
  const list = useQuery({ ...registrationListQuery(NO_FILTER, openYear), enabled: isKnown, meta: { quiet: true } })
  return { counts: list.data?.counts, isPending: list.isPending }
}

export const EVERY_YEAR_LABEL = 'alle Schuljahre'
export const FROM_IMPORT = 'nur aus einem Import'

interface PrintedList {
  /** How many stand on the paper. */
  shown: number
  total: number
  state: Pick<RegistrationState, 'search' | 'filters'>
  filters: Pick<RegistrationFilters, 'school_year_id' | 'grade' | 'type'>
  facts: Pick<FormFacts, 'schoolyears' | 'grades'> | undefined
}

/** On paper: how many of how many, found by which search and filters. */
export const printedText = ({ shown, total, state, filters, facts }: PrintedList) => {
  const year = facts?.schoolyears.find(({ id }) => id === filters.school_year_id)
  const grade = facts?.grades.find((one) => one.grade === filters.grade)
  const statuses = state.filters.status?.split(',').map((status) => STATUS_LABELS[status as RegistrationStatus])
  return [
    `${shown.toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')} Bewerbungen`,
    year ? `Schuljahr ${year.name}` : EVERY_YEAR_LABEL,
    statuses && `Status: ${statuses.join(', ')}`,
    grade && `Stufe: ${grade.name}`,
    filters.type && ENTRY_TYPE_LABELS[filters.type],
    state.filters.import_id && FROM_IMPORT,
    ...FLAGS.filter((flag) => state.filters[flag] === IS_ON).map((flag) => FLAG_LABELS[flag]),
    state.search && `Suche: „${state.search}“`,
  ]
    .filter(Boolean)
    .join(' · ')
}

type ExportFormat = RegistrationExportForm['format']

/** What the filters of the list find, in its order. */
export const listHits = async (filters: RegistrationFilters) => (await call(endpoints.ids, { query: filters })).ids

export const loadExport = (ids: number[], format: ExportFormat) =>
  callForFile(endpoints.export, { body: { ids, format } })

/** Exactly what the filters of the list find, in its order. */
export const loadFilteredExport = async (filters: RegistrationFilters, format: ExportFormat) =>
  loadExport(await listHits(filters), format)

export const EXPORT_FORMATS: readonly { format: ExportFormat; text: string }[] = [
  { format: 'xlsx', text: 'Als Excel-Datei' },
  { format: 'csv', text: 'Als CSV-Datei' },
]
