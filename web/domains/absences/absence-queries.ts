import { absenceEndpoints } from '#contract/absences/absences.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { queryFor } from '#web/api/queries.ts'

/** The absences of a school year; missing: the present one. */
export const pupilAbsencesQuery = (id: number, school_year_id: number | undefined) =>
  queryFor(absenceEndpoints.pupil, { params: { id }, query: { school_year_id } }, { quiet: true, keepPrevious: true })

export const absenceReportQuery = (schoolclass_id: number, half: 1 | 2 | undefined) =>
  queryFor(absenceEndpoints.report, { query: { schoolclass_id, half } }, { quiet: true, keepPrevious: true })

/** Classes of the active year that somebody may choose from. */
export const reportClassesQuery = queryFor(schoolclassEndpoints.list, {}, { quiet: true })

/** What is no longer true once a half-year was closed or freed. */
export const CHANGED_BY_CLOSING = [absenceEndpoints.report, absenceEndpoints.pupil]
