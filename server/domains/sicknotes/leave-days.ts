import { addDays } from '#contract/dates.ts'
import { isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import type { SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'

/** The first and last day on which a child belongs to the school; null: open end. */
export interface Stay {
  date_entry: string
  date_exit: string | null
}

export interface Stretch {
  date_start: string
  date_end: string
}

/** The part of the days within the child's stay; when the end is before the start, there is none. */
export const withinStay = ({ date_start, date_end }: Stretch, { date_entry, date_exit }: Stay): Stretch => ({
  date_start: date_start < date_entry ? date_entry : date_start,
  date_end: date_exit !== null && date_exit < date_end ? date_exit : date_end,
})

/** The part of its days on which a child is on leave. */
interface PartOfDay {
  partial: boolean
  time_start: string | null
  time_end: string | null
  lessons: readonly number[]
}

/** A leave of whole days, or of a part of one. */
export interface Leave extends Stretch, PartOfDay {
  id: number | null
}

/** A leave of this many lessons, or this long, counts as a day, whatever its label. */
const LESSONS_OF_DAY = 6
const MINUTES_OF_DAY = LESSONS_OF_DAY * 45

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

const isWholeDay = (parts: readonly PartOfDay[]) => {
  const lessons = new Set(parts.flatMap((part) => part.lessons))
  const isLong = ({ partial, time_start, time_end }: PartOfDay) =>
    !partial ||
    (time_start !== null && time_end !== null && minutesOf(time_end) - minutesOf(time_start) >= MINUTES_OF_DAY)
  return lessons.size >= LESSONS_OF_DAY || parts.some(isLong)
}

const schoolDaysIn = (leaves: readonly Leave[], year: Stretch, freeDays: SchoolCalendar['free_days']) => {
  const days = new Map<string, Leave[]>()
  for (const leave of leaves) {
    const { date_start, date_end } = leave
    const last = date_end < year.date_end ? date_end : year.date_end
    let day = date_start < year.date_start ? year.date_start : date_start
    for (; day <= last; day = addDays(day, 1))
      if (isSchoolDay(day, freeDays)) days.set(day, [...(days.get(day) ?? []), leave])
  }
  return [...days.values()].filter(isWholeDay).length
}

/**
 * School days of leave in the school year including this one, each day once (domain §3.5); a leave in two years counts
 * in the year with more of its days. `granted`: the child's other leaves.
 */
export const leaveDaysOfYear = (leave: Leave, granted: readonly Leave[], { years, free_days }: SchoolCalendar) => {
  const others = granted.filter(({ id }) => id !== leave.id)
  const touched = years.filter((year) => year.date_end >= leave.date_start && year.date_start <= leave.date_end)
  return Math.max(0, ...touched.map((year) => schoolDaysIn([leave, ...others], year, free_days)))
}
