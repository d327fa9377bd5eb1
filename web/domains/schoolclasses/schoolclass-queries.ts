import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { queryFor } from '#web/api/queries.ts'

/** Classes of a year; without one those of the active year. */
export const schoolclassListQuery = (yearId?: number) =>
  queryFor(schoolclassEndpoints.list, yearId === undefined ? {} : { query: { school_year_id: yearId } }, {
    keepPrevious: true,
  })

export const schoolclassQuery = (id: number) => queryFor(schoolclassEndpoints.get, { params: { id } }, { quiet: true })

/** The signed-in user's classes at the active school. Spec §8: a failure is an alert. */
export const ownClassesQuery = queryFor(schoolclassEndpoints.assignedByUser, {})

export const classContactsQuery = (id: number) => queryFor(schoolclassEndpoints.contacts, { params: { id } })

/** The same for a column that is always there: asked once while the page is open, because each answer is logged. */
export const shownContactsQuery = (id: number) => ({
  ...queryFor(schoolclassEndpoints.contacts, { params: { id } }, { quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

export const classOptionsQuery = queryFor(schoolclassEndpoints.formOptions, {}, { quiet: true })
