import { addDays, berlinClock, berlinToday, formatDate } from '#contract/dates.ts'
import { isSchoolDay } from '#contract/schoolyears/school-calendar.ts'

interface DatedNote {
  value: { dateStart: string; dateEnd: string }
}

/** Spec §4: 'today' when start date <= today <= end date; all others are 'further'. */
export const isTodayNote = ({ value }: DatedNote, today: string) => value.dateStart <= today && today <= value.dateEnd

/** Missing and nobody knows why: first of all to be called. */
export const isUnexplained = ({ value }: { value: { reason?: string | undefined } }) => value.reason === 'unexplained'

interface Stretch {
  date_start: string
  date_end: string
}

/** The days a report under the parents' link may lie in (domain §3.5). All days as YYYY-MM-DD, all included. */
export interface ReportWindow {
  backdate_from: string
  latest_start: string
  /** Calendar days of one report. */
  max_days: number
  /** Last day of the school year in which a report may end. */
  year_end: string
}

/** Fixed texts of refusals on both sides. */
export const SICKNOTE_TEXTS = {
  noSchoolDay: 'In diesem Zeitraum ist kein Schultag.',
  endBeforeStart: 'Das Ende liegt vor dem Beginn.',
  tooEarly: (day: string) => `Rückwirkend können Sie hier ab dem ${formatDate(day)} melden. Bitte rufen Sie uns an.`,
  tooLate: (day: string) => `Im Voraus können Sie hier bis zum ${formatDate(day)} melden.`,
  tooLong: (days: number) => `Bitte höchstens ${days} Tage auf einmal melden.`,
  afterYear: (day: string) => `Das Schuljahr endet am ${formatDate(day)}.`,
  partialOneDay: 'Stundenweise geht nur an einem einzelnen Tag.',
  partialWhen: 'Bitte Uhrzeiten oder Stunden angeben.',
  timesOrder: 'Das Ende muss nach dem Beginn liegen.',
  duplicate: 'Die Abwesenheit wurde bereits gemeldet.',
  alsoCall: 'Bitte rufen Sie zusätzlich an.',
} as const

/** A leave that was refused is no absence (domain §3.5). */
export const isAbsence = (leaveDecision: string | null | undefined) => leaveDecision !== 'refused'

/** The day so many school days before another; 0: the day itself. */
export const schoolDaysBefore = (day: string, count: number, freeDays: readonly Stretch[]) => {
  let found = day
  for (let left = count; left > 0; ) {
    found = addDays(found, -1)
    if (isSchoolDay(found, freeDays)) left -= 1
  }
  return found
}

/** The first school day on or after the day; undefined: there is none up to `until`. */
export const firstSchoolDay = (day: string, freeDays: readonly Stretch[], until: string) => {
  for (let found = day; found <= until; found = addDays(found, 1)) if (isSchoolDay(found, freeDays)) return found
  return undefined
}

/** So many school days after the day. */
export const schoolDaysAfter = (day: string, count: number, freeDays: readonly Stretch[]) => {
  let found = day
  for (let left = count; left > 0; ) {
    found = addDays(found, 1)
    if (isSchoolDay(found, freeDays)) left -= 1
  }
  return found
}

/**
 * By when a written excuse is due: the school day so many after the day of return, which is the first school day after
 * the absence (domain §3.5: end Fri 20.11.2026, return Mon 23.11., due Thu 26.11.).
 */
export const excuseDueAt = (dateEnd: string, dueSchoolDays: number, freeDays: readonly Stretch[]) =>
  schoolDaysAfter(dateEnd, 1 + dueSchoolDays, freeDays)

/**
 * Whether a report comes after the cutoff of its first school day or later (domain §1.11): at a cutoff of 08:00 the second
 * 08:00:00 is in time, 08:00:01 is not.
 */
export const isLateReport = (
  { dateStart, dateEnd }: { dateStart: string; dateEnd: string },
  reportedAt: Date,
  { cutoff_time, freeDays }: { cutoff_time: string; freeDays: readonly Stretch[] },
) => {
  const first = firstSchoolDay(dateStart, freeDays, dateEnd) ?? dateStart
  const day = berlinToday(reportedAt)
  return day > first || (day === first && berlinClock(reportedAt) > `${cutoff_time}:00`)
}

/** What is wrong with the days of a report under the parents' link, by field; undefined: nothing. */
export const checkReportDays = (
  { dateStart, dateEnd }: { dateStart: string; dateEnd: string },
  window: ReportWindow,
): { field: 'dateStart' | 'dateEnd'; text: string } | undefined => {
  if (dateStart < window.backdate_from)
    return { field: 'dateStart', text: SICKNOTE_TEXTS.tooEarly(window.backdate_from) }
  if (dateStart > window.latest_start) return { field: 'dateStart', text: SICKNOTE_TEXTS.tooLate(window.latest_start) }
  if (dateEnd < dateStart) return { field: 'dateEnd', text: SICKNOTE_TEXTS.endBeforeStart }
  if (dateEnd > addDays(dateStart, window.max_days - 1))
    return { field: 'dateEnd', text: SICKNOTE_TEXTS.tooLong(window.max_days) }
  if (dateEnd > window.year_end) return { field: 'dateEnd', text: SICKNOTE_TEXTS.afterYear(window.year_end) }
  return undefined
}
