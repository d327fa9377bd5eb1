import { SchoolgradeRecord } from '#contract/schoolgrades/schoolgrade.record.ts'
import { type NewSchoolgradeForm, type Schoolgrade, schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type FieldValues, fieldsIn, inputsOf } from '#web/forms/fields.ts'

export const schoolgradeListQuery = queryFor(schoolgradeEndpoints.list, {}, { quiet: true })

/** The grades as they are stored now. */
export const loadGradesAnew = () => queryClient.fetchQuery({ ...schoolgradeListQuery, staleTime: 0 })

export type GradeList = Reply<typeof schoolgradeEndpoints.list>
export type GradeYear = GradeList['schoolyears'][number]

/** Numbers of the school's range that have no grade yet. */
export const missingNumbers = ({ schoolgrades, grade_min, grade_max }: Omit<GradeList, 'schoolyears'>) =>
  Array.from({ length: grade_max - grade_min + 1 }, (_, index) => grade_min + index).filter((number) =>
    schoolgrades.every(({ grade }) => grade !== number),
  )

/** `1–6`, `3` or `1, 4`. */
export const numbersText = (numbers: readonly number[]) => {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
  const isRun = numbers.length > 1 && last - first === numbers.length - 1
  return isRun ? `${first}–${last}` : numbers.join(', ')
}

export interface Known {
  id: number
  grade: number
}

export const usualGradeName = (grade: number) => `Klassenstufe ${grade}`

/** A grade as it usually is; it leads to the next higher one there is. */
export const usualGrade = (grade: number, known: readonly Known[], first: number): NewSchoolgradeForm => {
  const next = known.filter((one) => one.grade > grade).sort((a, b) => a.grade - b.grade)[0]
  return {
    grade,
    name: usualGradeName(grade),
    is_entry: grade === first,
    accepts_lateral: grade !== first,
    next_schoolgrade_id: next?.id ?? null,
    active: true,
  }
}

/** The grade after this one in words; the last one leads out of the school. */
export const nextText = (
  { next_schoolgrade_id: next }: Pick<Schoolgrade, 'next_schoolgrade_id'>,
  all: readonly Known[],
) => (next === null ? 'Abgang' : String(all.find(({ id }) => id === next)?.grade ?? '–'))

/** What a row asks for. */
export const GRADE_FIELDS = fieldsIn(SchoolgradeRecord, [
  ['grade', 'name', 'next_schoolgrade_id', 'is_entry', 'accepts_lateral', 'active'],
])

/** A new grade has the first number that is missing. Without one it is the last grade until a number is typed. */
export const newInputs = (list: GradeList): FieldValues => {
  const [missing] = missingNumbers(list)
  if (missing !== undefined) return inputsOf(GRADE_FIELDS, usualGrade(missing, list.schoolgrades, list.grade_min))
  return { ...inputsOf(GRADE_FIELDS, usualGrade(0, [], list.grade_min)), grade: '', name: '' }
}

/** Another number; while nothing else was said, name and next grade go with it. */
export const withNumber = (values: FieldValues, typed: string, known: readonly Known[]): FieldValues => {
  const number = Number(typed)
  const isUsual = values.name === '' || values.name === usualGrade(Number(values.grade), [], 0).name
  if (!isUsual || !Number.isInteger(number) || number < 1) return { grade: typed }
  const { name = '', next_schoolgrade_id = '' } = inputsOf(GRADE_FIELDS, usualGrade(number, known, 0))
  return { grade: typed, name, next_schoolgrade_id }
}
