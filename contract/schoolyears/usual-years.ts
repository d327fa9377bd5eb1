import { addDays } from '#contract/dates.ts'
import { isSchoolDay } from './school-calendar.ts'
import type { FreeDays } from './schoolyears.free-days.ts'

const usualYear = (startYear: number) => ({
  name: `${startYear}/${startYear + 1}`,
  date_start: `${startYear}-08-01`,
  date_end: `${startYear + 1}-07-31`,
})
export type UsualYear = ReturnType<typeof usualYear>

/** A school year begins on 1 August (domain §1.2): the year of this day and the one after it. */
export const usualYears = (today: string) => {
  const startYear = Number(today.slice(0, 4)) - (today.slice(5) < '08-01' ? 1 : 0)
  return { current: usualYear(startYear), next: usualYear(startYear + 1) }
}

/** The last school day before 1 February (domain §1.2). */
export const usualHalfYearEnd = ({ date_end }: Pick<UsualYear, 'date_end'>, freeDays: readonly FreeDays[]) => {
  let day = `${date_end.slice(0, 4)}-01-31`
  while (!isSchoolDay(day, freeDays)) day = addDays(day, -1)
  return day
}
