import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { immigrationRefusal, isOfSchoolAge, PUPIL_TEXTS } from '#contract/pupils/pupils.change.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import type { ImportClass, ImportContext } from './import-context.ts'
import type { KnownPupil } from './import-known.queries.ts'
import type { Problem, RowValues } from './read-cells.ts'

/** The class and grade in a row; the class may be open while the grade is known (domain §1.6). */
export interface Place {
  schoolclass_id: number | null
  schoolgrade_id: number
  grade: number
}

type Placed = { place: Place | null; problem?: undefined } | { place?: undefined; problem: Problem }

const problem = (field: Problem['field'], message: string) => ({ problem: { field, message } })

const isIn = ({ grade, grade_to }: ImportClass, wanted: number) => grade <= wanted && wanted <= (grade_to ?? grade)

/** The grade in this class: the row's own, the only one there is, or the one the pupil has. */
const gradeIn = (found: ImportClass, values: RowValues, target: KnownPupil | undefined) => {
  if (values.schoolgrade !== null) return values.schoolgrade
  if (found.grade_to === null) return found.grade
  return target?.grade && isIn(found, target.grade) ? target.grade : null
}

const inClass = (name: string, values: RowValues, { context, target }: Placing): Placed => {
  const found = context.findClass(name)
  if (!found) return problem('schoolclass', IMPORT_TEXTS.unknownClass)
  const grade = gradeIn(found, values, target)
  if (grade === null) return problem('schoolgrade', IMPORT_TEXTS.gradeNeeded)
  const schoolgrade_id = context.gradeIds.get(grade)
  if (!isIn(found, grade) || schoolgrade_id === undefined) return problem('schoolgrade', IMPORT_TEXTS.gradeOutside)
  return { place: { schoolclass_id: found.id, schoolgrade_id, grade } }
}

const inGrade = (grade: number, { context, target }: Placing): Placed => {
  const schoolgrade_id = context.gradeIds.get(grade)
  if (schoolgrade_id === undefined) return problem('schoolgrade', IMPORT_TEXTS.unknownGrade)
  if (target?.schoolclass_id && target.grade !== grade) return problem('schoolgrade', IMPORT_TEXTS.gradeOutside)
  return { place: { schoolclass_id: target?.schoolclass_id ?? null, schoolgrade_id, grade } }
}

interface Placing {
  context: ImportContext
  target: KnownPupil | undefined
}

const isThere = (place: Place | null | undefined, target: KnownPupil | undefined) =>
  place && target && place.schoolclass_id === target.schoolclass_id && place.grade === target.grade

/** The row's class and grade for the child; null when it has none, or the child is already there or has left. */
export function placeRow(values: RowValues, placing: Placing): Placed {
  const { target } = placing
  if (hasLeft({ status: target?.status ?? values.status ?? '' })) return { place: null }
  const { schoolclass, schoolgrade } = values
  if (schoolclass === null && schoolgrade === null) return { place: null }
  const placed = schoolclass === null ? inGrade(schoolgrade ?? 0, placing) : inClass(schoolclass, values, placing)
  return isThere(placed.place, target) ? { place: null } : placed
}

/** Contradictions within a row that creates a new pupil (domain §1.5). */
export function newPupilProblems(values: RowValues, today: string): Problem[] {
  const { birthdate, date_entry, date_exit, status } = values
  const entry = date_entry ?? date_exit ?? today
  return [
    ...(birthdate && !isOfSchoolAge(birthdate, entry)
      ? [{ field: 'birthdate' as const, message: PUPIL_TEXTS.ageAtEntry }]
      : []),
    ...(hasLeft({ status: status ?? '' }) && date_exit === null
      ? [{ field: 'date_exit' as const, message: IMPORT_TEXTS.exitMissing }]
      : []),
    ...(date_exit !== null && date_exit < entry
      ? [{ field: 'date_exit' as const, message: PUPIL_TEXTS.exitBeforeEntry }]
      : []),
  ]
}

const IMMIGRATION_FIELDS = ['immigration_year', 'birth_country', 'birthdate'] as const

/** Contradictions between the row and the record; values that do not change are not reported. */
export function immigrationProblems(
  values: RowValues,
  { target, today }: { target: KnownPupil | undefined; today: string },
): Problem[] {
  const field = IMMIGRATION_FIELDS.find((one) => values[one] !== null && values[one] !== target?.[one])
  const birthdate = values.birthdate ?? target?.birthdate
  if (!field || birthdate === undefined) return []
  const immigration_year = values.immigration_year ?? target?.immigration_year ?? null
  const birth_country = values.birth_country ?? target?.birth_country ?? null
  const message = immigrationRefusal({ immigration_year, birth_country, birthdate }, today)
  return message ? [{ field, message }] : []
}

/** The first class never starts before the day of entry. */
export const updateProblems = ({ date_entry }: RowValues, { first_start }: KnownPupil): Problem[] =>
  date_entry !== null && first_start !== null && date_entry > first_start
    ? [{ field: 'date_entry', message: PUPIL_TEXTS.entryAfterClass }]
    : []
