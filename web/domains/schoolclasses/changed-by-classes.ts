import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'

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
