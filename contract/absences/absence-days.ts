import { addDays, weekday } from '#contract/dates.ts'
import { isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import type { SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { isAbsence } from '#contract/sicknotes/sicknotes.rules.ts'
import type { ExcuseState, LeaveDecision } from '#contract/sicknotes/sicknotes.ts'
import type { AbsenceCount, AbsentDay } from './absences.ts'

/** Two days, both included. */
interface Stretch {
  date_start: string
  date_end: string
}

/** The facts that counting needs of a note that is not cancelled. */
export interface CountedNote extends Stretch {
  partial: boolean
  lessons: readonly number[]
  reason: SicknoteReason
  excuse_state: ExcuseState
  leave_decision: LeaveDecision | null
}

const NEVER_COUNTED: readonly SicknoteReason[] = ['school_event', 'exempt']
/**
 * Whether the reason counts as missing something: nobody misses anything at a school event or while exempt (domain
 * §3.5).
 */
export const isCountedReason = (reason: SicknoteReason) => !NEVER_COUNTED.includes(reason)

/** When two notes cover the same day, the state that stands later in this list wins (domain §3.5). */
const STRENGTH: readonly ExcuseState[] = ['unexcused', 'open', 'excused', 'not_required']

/** The state that wins when several notes cover one day; there is at least one. */
export const strongestState = (states: readonly ExcuseState[]) =>
  states.reduce((best, state) => (STRENGTH.indexOf(state) > STRENGTH.indexOf(best) ? state : best))

interface Claim {
  state: ExcuseState
  is_counted: boolean
}

const claimOf = ({ excuse_state, reason }: CountedNote): Claim => ({
  state: excuse_state,
  is_counted: isCountedReason(reason),
})

/** A child at a school event, or exempt, misses nothing; this is stronger than any absence. */
const strengthOf = ({ state, is_counted }: Claim) => STRENGTH.indexOf(state) + (is_counted ? 0 : STRENGTH.length)

const strongest = (claims: readonly Claim[]) =>
  claims.reduce((best, claim) => (strengthOf(claim) > strengthOf(best) ? claim : best))

/** Lessons that count on a day missed in parts; times without lessons add none, for lessons have no hours here. */
const lessonsOf = (notes: readonly CountedNote[]) =>
  [...new Set(notes.flatMap(({ lessons }) => lessons))]
    .sort((a, b) => a - b)
    .flatMap((lesson) => {
      const { state, is_counted } = strongest(
        notes.filter(({ lessons }) => lessons.includes(lesson)).map((note) => claimOf(note)),
      )
      return is_counted ? [{ lesson, state }] : []
    })

const readDay = (day: string, notes: readonly CountedNote[]): AbsentDay => {
  const whole = notes.filter(({ partial }) => !partial)
  const is_partial = whole.length === 0
  const parts = notes.filter(({ reason }) => isCountedReason(reason))
  // A day in parts can hold both kinds: when one note counts and another does not, the one that counts decides.
  const telling = is_partial ? (parts.length > 0 ? parts : notes) : whole
  return { day, ...strongest(telling.map(claimOf)), is_partial, lessons: is_partial ? lessonsOf(notes) : [] }
}

/** Lists the school days between two days, both included. */
export const listSchoolDays = ({ date_start, date_end }: Stretch, freeDays: readonly Stretch[]) => {
  const days: string[] = []
  for (let day = date_start; day <= date_end; day = addDays(day, 1)) if (isSchoolDay(day, freeDays)) days.push(day)
  return days
}

/**
 * The union of the notes over school days (domain §3.5): each day once, in order. `schoolDays` are those on which the
 * child belongs to the school.
 */
export const absentDays = (notes: readonly CountedNote[], schoolDays: readonly string[]): AbsentDay[] => {
  const absences = notes.filter(({ leave_decision }) => isAbsence(leave_decision))
  return schoolDays.flatMap((day) => {
    const ofDay = absences.filter(({ date_start, date_end }) => date_start <= day && day <= date_end)
    return ofDay.length > 0 ? [readDay(day, ofDay)] : []
  })
}

/** The days of a stretch on which somebody belongs to the school; without an exit, all until its end. */
export const daysOfMember = (days: readonly string[], { entry, exit }: { entry: string; exit: string | null }) =>
  days.filter((day) => entry <= day && (exit === null || day <= exit))

/** A granted leave needs no excuse, so it counts as excused; only school events and exemptions never count. */
const bucketOf = (state: ExcuseState) => (state === 'not_required' ? 'excused' : state)

/** Sums up the days; parts of days never add up to a whole day (domain §3.5). */
export const countAbsences = (days: readonly AbsentDay[]): AbsenceCount => {
  const count: AbsenceCount = {
    days_excused: 0,
    days_unexcused: 0,
    days_open: 0,
    lessons_excused: 0,
    lessons_unexcused: 0,
    lessons_open: 0,
  }
  for (const { state, is_partial, is_counted, lessons } of days) {
    if (is_counted && !is_partial) count[`days_${bucketOf(state)}`] += 1
    for (const lesson of lessons) count[`lessons_${bucketOf(lesson.state)}`] += 1
  }
  return count
}

/** Counted whole days by weekday, Monday first. */
export const countWeekdays = (days: readonly AbsentDay[]) => {
  const counts = [0, 0, 0, 0, 0]
  for (const { day, is_partial, is_counted } of days)
    if (is_counted && !is_partial) counts[weekday(day) - 1] = (counts[weekday(day) - 1] ?? 0) + 1
  return counts
}

/** Both halves of a school year; the second begins the day after `half_year_end` (domain §1.2). */
export const halvesOf = (year: Stretch & { half_year_end: string }) => [
  { half: 1 as const, date_start: year.date_start, date_end: year.half_year_end },
  { half: 2 as const, date_start: addDays(year.half_year_end, 1), date_end: year.date_end },
]
