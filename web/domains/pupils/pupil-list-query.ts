import type { pupilEndpoints } from '#contract/pupils/pupils.ts'
import type { SavedView } from '#contract/savedviews/savedviews.ts'
import type { CallInput } from '#web/api/client.ts'
import type { TableState } from '#web/lists/table-state.ts'

/** Filters of the list as they stand in the address; several values with commas between. */
export const PUPIL_FILTERS = [
  'schoolclass_id',
  'schoolgrade',
  'gender',
  'status',
  'school_year_id',
  'birth_month',
  'missing',
  'bin',
] as const
export type PupilFilter = (typeof PUPIL_FILTERS)[number]
export type PupilListState = TableState<PupilFilter>

/** What a saved view keeps beside the filters; not the page. */
const VIEW_KEYS = [...PUPIL_FILTERS, 'search', 'sort', 'per_page'] as const

export const LIST_DEFAULTS = { sort: 'lastname', filters: PUPIL_FILTERS }

type PupilListQuery = NonNullable<CallInput<typeof pupilEndpoints.list>['query']>

/** The bin is shown instead of the school. */
export const isBin = ({ filters }: Pick<PupilListState, 'filters'>) => filters.bin !== undefined

interface FilterRights {
  seesContacts: boolean
  /** What is confidential and waits to be confirmed. */
  seesClassD: boolean
}

/**
 * The filters that this person may use: a link of somebody with more rights shows the list all the same, and what was
 * left out is told.
 */
export const allowedFilters = (filters: PupilListState['filters'], { seesContacts, seesClassD }: FilterRights) => {
  const missing = seesContacts
    ? filters.missing
        ?.split(',')
        .filter((one) => one !== 'confirmation' || seesClassD)
        .join(',') || undefined
    : undefined
  const allowed = { ...filters, missing, birth_month: seesContacts ? filters.birth_month : undefined }
  return {
    filters: allowed,
    isLess: allowed.missing !== filters.missing || allowed.birth_month !== filters.birth_month,
  }
}

const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** Which pupils are meant, and in which order: what the list and all its hits have in common. */
export const pupilFilterQuery = ({ sort, search, filters }: PupilListState) => {
  const { bin, school_year_id, birth_month, ...others } = filters
  return {
    sort,
    search,
    ...others,
    school_year_id: numberOf(school_year_id),
    birth_month: numberOf(birth_month),
    bin: bin === undefined ? undefined : true,
  }
}

/** What the list asks the server for, read from the address. */
export const pupilListQuery = (state: PupilListState): PupilListQuery => ({
  page: state.page,
  per_page: state.perPage,
  ...pupilFilterQuery(state),
})

/** What of an address makes a view, in one order: two views are the same when these are. */
export const viewOf = (get: (key: string) => string | undefined) => {
  const query = new URLSearchParams()
  for (const key of VIEW_KEYS) {
    const value = get(key)
    if (value) query.set(key, value)
  }
  return query.toString()
}

const read = (query: string) => {
  const params = new URLSearchParams(query)
  return (key: string) => params.get(key) ?? undefined
}

/** The saved view that is shown. */
export const shownView = (views: readonly SavedView[], shown: string) =>
  views.find(({ query }) => viewOf(read(query)) === shown)

/** The changes of the address that show a view: what it does not name is gone. */
export const viewChanges = (query: string): Record<string, string | undefined> => {
  const get = read(query)
  return { page: undefined, ...Object.fromEntries(VIEW_KEYS.map((key) => [key, get(key)])) }
}
