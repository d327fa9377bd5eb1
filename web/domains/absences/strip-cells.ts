import type { AbsentDay, PupilAbsences } from '#contract/absences/absences.ts'
import { addDays, weekday } from '#contract/dates.ts'
import { isSchoolDay } from '#contract/schoolyears/school-calendar.ts'

const MONTHS = ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'] as const

/** One school day in the strip: its week is the column, its weekday the row (Monday 0). */
export interface StripCell {
  day: string
  week: number
  row: number
  absence: AbsentDay | undefined
}

export interface Strip {
  weeks: number
  cells: StripCell[]
  /** Where a month begins. */
  months: { name: string; week: number }[]
}

interface Days {
  date_start: string
  date_end: string
}

const mondayOf = (day: string) => addDays(day, 1 - weekday(day))
const weeksBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 604_800_000)

const isMember = (day: string, { date_entry, date_exit }: Pick<PupilAbsences, 'date_entry' | 'date_exit'>) =>
  date_entry <= day && (date_exit === null || day <= date_exit)

/** Months whose first school day opens a week of the strip; two names never stand closer than three weeks. */
const monthsOf = (cells: readonly StripCell[]) => {
  const months: Strip['months'] = []
  for (const { day, week } of cells) {
    const name = MONTHS[Number(day.slice(5, 7)) - 1] ?? ''
    if (months.at(-1)?.name === name) continue
    const last = months.at(-1)
    if (last && week - last.week < 3) months.pop()
    months.push({ name, week })
  }
  return months
}

/**
 * School days of a half-year by week and weekday, so that a pattern over the weekdays shows as a row. Weeks before the
 * first and after the last school day are left out; free days and days outside the time at the school are gaps.
 */
export const stripOf = (
  half: Days,
  absences: Pick<PupilAbsences, 'days' | 'free_days' | 'date_entry' | 'date_exit'>,
): Strip => {
  const absentOn = new Map(absences.days.map((absence) => [absence.day, absence]))
  const days: string[] = []
  for (let day = half.date_start; day <= half.date_end; day = addDays(day, 1))
    if (isSchoolDay(day, absences.free_days)) days.push(day)
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return { weeks: 0, cells: [], months: [] }
  const start = mondayOf(first)
  const cells = days.map((day) => ({
    day,
    week: weeksBetween(start, mondayOf(day)),
    row: weekday(day) - 1,
    absence: absentOn.get(day),
  }))
  return {
    weeks: weeksBetween(start, mondayOf(last)) + 1,
    cells: cells.filter(({ day }) => isMember(day, absences)),
    months: monthsOf(cells),
  }
}
