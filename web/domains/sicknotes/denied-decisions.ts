import { isIsoDay } from '#contract/dates.ts'
import { countSchoolDays } from '#contract/schoolyears/school-calendar.ts'
import { SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes/sicknotes.change.ts'
import { LEAVE_DAYS_OF_HEAD, LEAVE_DAYS_OF_TEACHER, type LeaveDecision } from '#contract/sicknotes/sicknotes.ts'

interface Leave {
  dateStart: string
  dateEnd: string
  partial: boolean
}

interface DeniedDecisions {
  denied: readonly LeaveDecision[]
  /** Why they cannot be chosen. */
  why?: string
}

const BEYOND_TEACHER = `Über mehr als ${LEAVE_DAYS_OF_TEACHER} Schultage entscheidet die Schulleitung.`

/**
 * What is not theirs to decide about so long a leave (domain §3.5). Only of its own days: the server adds those of the
 * school year.
 */
export const deniedDecisions = (
  { dateStart, dateEnd, partial }: Leave,
  { isManager, freeDays }: { isManager: boolean; freeDays: readonly { date_start: string; date_end: string }[] },
): DeniedDecisions => {
  const isKnown = isIsoDay(dateStart) && isIsoDay(dateEnd) && !partial
  const days = isKnown ? countSchoolDays(dateStart, dateEnd, freeDays) : 0
  if (!isManager && days > LEAVE_DAYS_OF_TEACHER) return { denied: ['granted', 'refused'], why: BEYOND_TEACHER }
  if (days > LEAVE_DAYS_OF_HEAD) return { denied: ['granted'], why: SICKNOTE_CHANGE_TEXTS.beyondHead }
  return { denied: [] }
}
