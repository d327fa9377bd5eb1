import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'

/** Girls, boys, diverse; the last only where there are some, as in the statistics (spec §2). */
export const genderText = ({ f, m, d }: NonNullable<Schoolclass['byGender']>) =>
  [`${f} w`, `${m} m`, d > 0 && `${d} d`].filter(Boolean).join(', ')

/** '23 von 24', or the number alone where no limit is set. */
export const sizeText = ({ pupil_count, capacity }: Pick<Schoolclass, 'pupil_count' | 'capacity'>) =>
  capacity === null ? String(pupil_count) : `${pupil_count} von ${capacity}`

export const gradesText = ({ schoolgrade, schoolgrade_to }: Pick<Schoolclass, 'schoolgrade' | 'schoolgrade_to'>) =>
  schoolgrade_to ? `${schoolgrade.grade}–${schoolgrade_to.grade}` : String(schoolgrade.grade)

/** A class to choose: '5a (23 von 24)'. */
export const classChoice = (one: Schoolclass) => ({
  value: String(one.id),
  label: `${one.classgradePlain} (${sizeText(one)})`,
})
