import { addDays, weekday } from '#contract/dates.ts'

const isLeapYear = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** The birthday in that year; who is born on 29 February has it on 1 March of other years, as `ageOn` counts. */
const birthdayIn = (birthdate: string, year: number) =>
  birthdate.endsWith('-02-29') && !isLeapYear(year) ? `${year}-03-01` : `${year}${birthdate.slice(4)}`

/** Whether a birthday is today or on another day of this week, Monday to Sunday. */
export const birthdayMark = (birthdate: string, today: string): 'today' | 'week' | undefined => {
  const monday = addDays(today, 1 - weekday(today))
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const day = days.find((one) => birthdayIn(birthdate, Number(one.slice(0, 4))) === one)
  if (day === today) return 'today'
  return day ? 'week' : undefined
}

interface Born {
  birthdate?: string | undefined
}

/** Sorts by day of the year from January on; the order of people who share a day is stable. */
export const byBirthday = (a: Born, b: Born) => (a.birthdate ?? '').slice(5).localeCompare((b.birthdate ?? '').slice(5))
