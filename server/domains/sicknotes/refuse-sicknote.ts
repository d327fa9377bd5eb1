import { addMonths, berlinToday } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { fullName } from '#contract/person-names.ts'
import { countSchoolDays } from '#contract/schoolyears/school-calendar.ts'
import { SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes/sicknotes.change.ts'
import { type SicknoteReason, TEACHERS_REASONS } from '#contract/sicknotes/sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { LEAVE_DAYS_OF_HEAD, LEAVE_DAYS_OF_TEACHER, type LeaveDecision } from '#contract/sicknotes/sicknotes.ts'
import type { RowViewer } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { conflict, forbidden, invalid } from '#server/http/api-error.ts'
import { type Stretch, withinStay } from './leave-days.ts'

/** Whether the viewer manages the absences of the whole school; everybody else teaches the child (domain §4). */
export const isHead = ({ permissions }: RowViewer) => permissions.includes('manage pupil')

interface Child {
  firstname: string
  lastname: string
  lastname_prefix: string | null
  date_entry: string
  date_exit: string | null
}

const refuse = (field: string, text: string) => invalid({ [field]: [text] }, text)

/** 422 for days outside every school year, for more days than a school year, or without any school day. */
export function refuseDays(
  { date_start, date_end }: Stretch,
  { calendar, acceptsFreeDays }: { calendar: SchoolCalendar; acceptsFreeDays: boolean },
) {
  if (date_end >= addMonths(date_start, 12)) throw refuse('dateEnd', SICKNOTE_CHANGE_TEXTS.tooLong)
  if (!calendar.yearOf(date_start)) throw refuse('dateStart', SICKNOTE_CHANGE_TEXTS.noYear)
  if (!calendar.yearOf(date_end)) throw refuse('dateEnd', SICKNOTE_CHANGE_TEXTS.noYear)
  if (!acceptsFreeDays && countSchoolDays(date_start, date_end, calendar.free_days) === 0)
    throw refuse('dateStart', SICKNOTE_TEXTS.noSchoolDay)
}

/** 422, because nobody can be missing on a future day. */
export function refuseAhead(reason: SicknoteReason, { date_start, date_end }: Stretch, today: string) {
  if (reason !== 'unexplained' || date_end <= today) return
  throw refuse(date_start > today ? 'dateStart' : 'dateEnd', MESSAGES.ahead)
}

interface Staying {
  calendar: SchoolCalendar
  acceptsFreeDays: boolean
  /** The form's field for the texts. */
  field: string
}

/** 422, with names, for children who do not belong to the school on any school day of the absence. */
export function refuseOutside(
  children: readonly Child[],
  days: Stretch,
  { calendar, acceptsFreeDays, field }: Staying,
) {
  const isOutside = (child: Child) => {
    const { date_start, date_end } = withinStay(days, child)
    if (date_end < date_start) return true
    return !acceptsFreeDays && countSchoolDays(date_start, date_end, calendar.free_days) === 0
  }
  const texts = children.filter(isOutside).map((child) => SICKNOTE_CHANGE_TEXTS.outsideMembership(fullName(child)))
  if (texts[0] !== undefined) throw invalid({ [field]: texts }, texts[0])
}

/** Teachers enter what they see or hear; everything else is decided elsewhere (domain §4). */
export function refuseReason(reason: SicknoteReason, viewer: RowViewer) {
  if (!isHead(viewer) && !TEACHERS_REASONS.includes(reason))
    throw refuse('reason', SICKNOTE_CHANGE_TEXTS.notTeachersReason)
}

/**
 * 403 for a teacher above 3 school days of leave in the school year, 409 when the head would grant more than 20 (domain
 * §3.5).
 */
export function refuseDecision(decision: LeaveDecision, days: number, viewer: RowViewer) {
  if (!isHead(viewer) && days > LEAVE_DAYS_OF_TEACHER) throw forbidden(SICKNOTE_CHANGE_TEXTS.mayNotDecide)
  if (decision === 'granted' && days > LEAVE_DAYS_OF_HEAD) throw conflict(SICKNOTE_CHANGE_TEXTS.beyondHead)
}

interface Decided {
  reason: string
  excuse_state: string
  excuse_confirmed_by: number | null
  leave_decided_by: number | null
}

/** Whether somebody else decided about the leave, or that the absence is unexcused; a mark alone is no decision. */
export const isDecidedByOther = ({ leave_decided_by, ...note }: Decided, userId: number) =>
  (leave_decided_by !== null && leave_decided_by !== userId) ||
  (note.excuse_state === 'unexcused' && note.reason !== 'unexplained' && note.excuse_confirmed_by !== userId)

/** 403, because teachers cannot overturn other people's decisions. */
export function refuseDecided(note: Decided, viewer: RowViewer) {
  if (!isHead(viewer) && isDecidedByOther(note, viewer.user_id)) throw forbidden(SICKNOTE_CHANGE_TEXTS.decidedByHead)
}

interface Entered extends Decided {
  created_by: number | null
  created_at: string
}

const isOwnOfToday = ({ created_by, created_at }: Entered, { viewer, today }: { viewer: RowViewer; today: string }) =>
  created_by === viewer.user_id && berlinToday(new Date(created_at)) === today

/** Whether `refuseForeign` lets the note through. */
export const mayMend = (note: Entered, asking: { viewer: RowViewer; today: string }) =>
  isHead(asking.viewer) || (isOwnOfToday(note, asking) && !isDecidedByOther(note, asking.viewer.user_id))

/** 403: teachers may only undo and correct their own entries of today on which nobody has decided since (domain §4). */
export function refuseForeign(note: Entered, { viewer, today }: { viewer: RowViewer; today: string }) {
  if (!isHead(viewer) && !isOwnOfToday(note, { viewer, today })) throw forbidden()
  refuseDecided(note, viewer)
}

/** 409, because a cancelled note can only be restored. */
export function refuseCancelled({ cancelled_at }: { cancelled_at: string | null }) {
  if (cancelled_at !== null) throw conflict(SICKNOTE_CHANGE_TEXTS.isCancelled)
}
