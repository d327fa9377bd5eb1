import { isCountedReason } from '#contract/absences/absence-days.ts'
import { addDays, berlinToday } from '#contract/dates.ts'
import type { SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { countSchoolDays, isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import type { SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { LEAVE_DAYS_OF_HEAD, type SicknoteHint } from '#contract/sicknotes/sicknotes.ts'
import type { SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import type { Stretch } from './leave-days.ts'

/** Reasons for which the parents write an excuse. */
const EXCUSED_BY_PARENTS: readonly SicknoteReason[] = ['sick', 'doctor', 'other', 'unexplained']

interface HintedNote extends Stretch {
  reason: SicknoteReason
  partial: boolean
  lessons: readonly number[]
  /** The times of the report and of each change of its end. */
  heard_at: readonly string[]
  certificate_requested_at: string | null
  certificate_seen_at: string | null
  /** The days on which the child belongs to the school. */
  stay: Stretch
  leave_days: number
}

interface RuleContext {
  today: string
  calendar: Pick<SchoolCalendar, 'free_days'>
  settings: Pick<SicknoteSettings, 'certificate_after_school_days' | 'interim_notice_days'>
}

/** Sick for more school days than the school waits; no hint when a certificate was already asked for or seen. */
const needsCertificate = (note: HintedNote, { today, calendar, settings }: RuleContext) => {
  const limit = settings.certificate_after_school_days
  if (limit === null || note.reason !== 'sick' || note.partial) return false
  if (note.certificate_requested_at !== null || note.certificate_seen_at !== null) return false
  const last = note.stay.date_end < today ? note.stay.date_end : today
  return countSchoolDays(note.stay.date_start, last, calendar.free_days) > limit
}

/** Domain §3.5: still absent, and without news for more days than that. */
const needsInterim = (note: HintedNote, { today, settings }: RuleContext) => {
  if (!EXCUSED_BY_PARENTS.includes(note.reason) || today < note.date_start || today > note.date_end) return false
  const heard = [note.date_start, ...note.heard_at.map((instant) => berlinToday(new Date(instant)))]
  const last = heard.reduce((a, b) => (a > b ? a : b))
  return addDays(last, settings.interim_notice_days) < today
}

/** Whether the days without school right before or after, including weekends, contain holidays. */
const bordersHolidays = ({ stay }: HintedNote, { free_days }: RuleContext['calendar']) => {
  const holidays = free_days.filter(({ kind }) => kind === 'holiday')
  const isBeside = (edge: string, step: 1 | -1) => {
    let day = addDays(edge, step)
    for (; !isSchoolDay(day, free_days); day = addDays(day, step))
      if (holidays.some(({ date_start, date_end }) => date_start <= day && day <= date_end)) return true
    return false
  }
  const touches = holidays.some((free) => free.date_start <= stay.date_end && free.date_end >= stay.date_start)
  return touches || isBeside(stay.date_start, -1) || isBeside(stay.date_end, 1)
}

/** What staff should consider about an absence (domain §3.5, §9); never more than a hint. */
export const hintsOf = (note: HintedNote, context: RuleContext): SicknoteHint[] => {
  const isLeave = note.reason === 'leave'
  const isGiven: Record<SicknoteHint, boolean> = {
    certificate: needsCertificate(note, context),
    interim: needsInterim(note, context),
    authority: isLeave && note.leave_days > LEAVE_DAYS_OF_HEAD,
    holidays: isLeave && bordersHolidays(note, context.calendar),
    lessons: note.partial && note.lessons.length === 0 && isCountedReason(note.reason),
    free: countSchoolDays(note.stay.date_start, note.stay.date_end, context.calendar.free_days) === 0,
  }
  return (Object.keys(isGiven) as SicknoteHint[]).filter((hint) => isGiven[hint])
}
