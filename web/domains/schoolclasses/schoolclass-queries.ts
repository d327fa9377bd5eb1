import { pupilDetailsEndpoints } from '#contract/pupils.details.ts'
import { pupilStatsEndpoints } from '#contract/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses.ts'
import { queryFor } from '#web/api/queries.ts'

/** Classes of a year; without one those of the active year. */
export const schoolclassListQuery = (yearId?: number) =>
  queryFor(schoolclassEndpoints.list, yearId === undefined ? {} : { query: { school_year_id: yearId } }, {
    keepPrevious: true,
  })

export const schoolclassQuery = (id: number) => queryFor(schoolclassEndpoints.get, { params: { id } }, { quiet: true })

/** Of who is signed in, at the active school. Spec §8: a failure is an alert. */
export const ownClassesQuery = queryFor(schoolclassEndpoints.assignedByUser, {})

export const classContactsQuery = (id: number) => queryFor(schoolclassEndpoints.contacts, { params: { id } })

export const classOptionsQuery = queryFor(schoolclassEndpoints.formOptions, {}, { quiet: true })

/** Loaded replies that are no longer true once a class or its pupils have changed. */
export const CHANGED_BY_CLASSES = [
  schoolclassEndpoints.list,
  schoolclassEndpoints.get,
  schoolclassEndpoints.contacts,
  schoolclassEndpoints.assignedByUser,
  pupilEndpoints.list,
  pupilDetailsEndpoints.get,
  pupilStatsEndpoints.get,
  pupilEndpoints.formOptions,
]
