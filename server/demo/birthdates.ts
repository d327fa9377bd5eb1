import { addDays } from '#contract/dates.ts'
import type { SeededRandom } from './seeded-random.ts'

/**
 * A child of the regular age for a grade is born within the year from 1 October; the cut-off day is 30 September
 * (domain §8).
 */
const windowStart = (grade: number, startYear: number) => `${startYear - 6 - grade}-10-01`

const inYearFrom = (start: string, random: SeededRandom) => addDays(start, random.int(0, 364))

/** Domain §8: 86 % regular, 9 % a year older, 2 % younger, 3 % two years older, mostly newcomers of the upper grades. */
export const pupilBirthdate = (random: SeededRandom, grade: number, startYear: number) => {
  const yearsOlder = random.weighted([
    [0, 86],
    [1, 9],
    [-1, 2],
    [2, grade >= 5 ? 4.5 : 1],
  ])
  return inYearFrom(windowStart(grade, startYear - yearsOlder), random)
}

/**
 * Like `pupilBirthdate`, but nobody is too young: early entrants of grade 1 are born by the end of the year (domain
 * §2.1).
 */
export const applicantBirthdate = (random: SeededRandom, grade: number, startYear: number) => {
  if (random.isHit(0.03)) return addDays(windowStart(grade, startYear + 1), random.int(0, 91))
  return inYearFrom(windowStart(grade, startYear - (random.isHit(0.09) ? 1 : 0)), random)
}

/** Brothers and sisters are twins or at least ten months apart. */
export const areApart = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) > 300 * 86_400_000
