import type { pupilEndpoints } from '#contract/pupils.ts'
import type { CallInput } from '#web/api/client.ts'
import type { TableState } from '#web/ui/table-state.ts'

/** Filters of the list as they stand in the address; several values with commas between. */
export const PUPIL_FILTERS = ['schoolclass_id', 'schoolgrade', 'gender', 'status'] as const
export type PupilFilter = (typeof PUPIL_FILTERS)[number]

type PupilListQuery = NonNullable<CallInput<typeof pupilEndpoints.list>['query']>

export const chosenValues = (value: string | undefined) => value?.split(',').filter(Boolean) ?? []

/** What the list asks the server for, read from the address. */
export const pupilListQuery = ({ page, perPage, sort, search, filters }: TableState<PupilFilter>): PupilListQuery => ({
  page,
  per_page: perPage,
  sort,
  search,
  ...filters,
})
