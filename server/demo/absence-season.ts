import { listSchoolDays } from '#contract/absences/absence-days.ts'
import { addDays, formatDateTime, weekday } from '#contract/dates.ts'
import type { DemoYears } from './enrolments.ts'
import type { DemoShort } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The share of children who are absent on a day, averaged over a year (domain §8). */
export const DAILY_RATE: Record<DemoShort, number> = { fsw: 0.045, fow: 0.065 }
/** January to December. */
const MONTHS = [1.4, 1.7, 1.4, 1.0, 0.8, 0.7, 0.5, 0.5, 0.8, 1.0, 1.3, 1.4]
/** Monday to Friday. */
const WEEKDAYS = [1.25, 1, 1, 1, 1.1]

const LENGTHS = [
  [[1, 1], 38],
  [[2, 2], 24],
  [[3, 3], 16],
  [[4, 5], 14],
  [[6, 10], 7],
  [[11, 15], 1],
] as const

/** School days of one absence (domain §8). */
export const drawLength = (random: SeededRandom) => {
  const [least, most] = random.weighted<readonly [number, number]>(LENGTHS)
  return random.int(least, most)
}
/** The average of `drawLength`, a little lower because most children are back from the doctor on the same day. */
const MEAN_LENGTH = 2.5

const seasonOf = (day: string) => (MONTHS[Number(day.slice(5, 7)) - 1] ?? 1) * (WEEKDAYS[weekday(day) - 1] ?? 1)

/** All school days of the demo's years in their order. */
export const schoolDaysOfDemo = ({ closed, active, planned }: DemoYears) =>
  [closed, active, planned].flatMap((year) => listSchoolDays(year, year.free_days))

/** How likely an absence is to begin on a day for a child who was present the day before. */
export const beginnings = (short: DemoShort, { closed, active }: DemoYears) => {
  const days = [closed, active].flatMap((year) => listSchoolDays(year, year.free_days))
  const mean = days.reduce((sum, day) => sum + seasonOf(day), 0) / days.length
  const rate = DAILY_RATE[short] / (1 - DAILY_RATE[short]) / MEAN_LENGTH
  return days.map((day) => ({ day, chance: (rate * seasonOf(day)) / mean }))
}

/** The instant of a minute of the day in Berlin. */
export const berlinInstant = (day: string, minutes: number) => {
  const two = (value: number) => String(value).padStart(2, '0')
  const wall = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  const inWinter = new Date(Date.parse(`${day}T${wall}:00Z`) - 3_600_000)
  const isWinter = formatDateTime(inWinter).endsWith(wall)
  return (isWinter ? inWinter : new Date(inWinter.getTime() - 3_600_000)).toISOString()
}

/** The time of a report in the morning before school. */
export const reportedEarly = (day: string, random: SeededRandom) =>
  berlinInstant(day, random.int(6 * 60 + 15, 7 * 60 + 45))

/** The time of a report on the evening before. */
export const reportedBefore = (day: string, random: SeededRandom) =>
  berlinInstant(addDays(day, -1), random.int(17 * 60, 21 * 60))

/** When an absence is reported: in the morning, the evening before, or late (domain §8). */
export const reportedAt = (first: string, random: SeededRandom) => {
  const when = random.weighted([
    ['morning', 68],
    ['evening', 14],
    ['late', 18],
  ] as const)
  if (when === 'evening') return { at: reportedBefore(first, random), isLate: false }
  if (when === 'late') return { at: berlinInstant(first, random.int(8 * 60 + 1, 10 * 60)), isLate: true }
  return { at: reportedEarly(first, random), isLate: false }
}
