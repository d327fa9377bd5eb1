import { addDays, formatDate, weekdayName } from '#contract/dates.ts'
import { isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import type { ParentsPage } from '#contract/sicknotes/sicknotes.public.ts'
import { firstSchoolDay } from '#contract/sicknotes/sicknotes.rules.ts'

export type ReportCalendar = Pick<ParentsPage['sicknote'], 'free_days' | 'latest_start' | 'max_days' | 'year_end'>

export interface OfferedDay {
  when: 'today' | 'next'
  day: string
  label: string
  note: string
}

const nextDay = (today: string, { free_days, latest_start }: ReportCalendar): OfferedDay | undefined => {
  const tomorrow = addDays(today, 1)
  const day = firstSchoolDay(tomorrow, free_days, latest_start)
  if (!day) return undefined
  return day === tomorrow
    ? { when: 'next', day, label: 'Morgen', note: `${weekdayName(day)}, ${formatDate(day)}` }
    : { when: 'next', day, label: weekdayName(day), note: formatDate(day) }
}

/** The single days to choose from: today and the next school day, which is tomorrow or has a name; never a free one. */
export const offeredDays = (today: string, calendar: ReportCalendar): OfferedDay[] => {
  const next = nextDay(today, calendar)
  const note = `${weekdayName(today)}, ${formatDate(today)}`
  return [
    ...(isSchoolDay(today, calendar.free_days)
      ? [{ when: 'today' as const, day: today, label: 'Nur heute', note }]
      : []),
    ...(next ? [next] : []),
  ]
}

const NOON = '12:00'

/** What is chosen before anybody chose (ux §3.17). `time`: HH:MM of the day. */
export const firstChoice = (offered: readonly OfferedDay[], time: string): OfferedDay | undefined =>
  (time >= NOON ? offered.find(({ when }) => when === 'next') : undefined) ?? offered[0]

/** Further school days on which an absence from this day on may end: for choosing instead of typing. */
export const possibleEnds = (dateStart: string, { free_days, max_days, year_end }: ReportCalendar, count: number) => {
  const longest = addDays(dateStart, max_days - 1)
  const last = year_end < longest ? year_end : longest
  const ends: string[] = []
  for (let day = addDays(dateStart, 1); day <= last && ends.length < count; day = addDays(day, 1)) {
    if (isSchoolDay(day, free_days)) ends.push(day)
  }
  return ends
}

/** Why there is no school today, when the school's calendar says so. */
export const freeTodayText = (today: string, { free_days }: ReportCalendar) => {
  const free = free_days.find(({ date_start, date_end }) => date_start <= today && today <= date_end)
  return free && `Heute ist schulfrei (${free.name}).`
}
