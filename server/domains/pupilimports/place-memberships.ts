import { addDays } from '#contract/dates.ts'
import type { ImportContext } from './import-context.ts'
import type { KnownPupil } from './import-known.queries.ts'
import type { ChangedMembership, NewMembership } from './import-write.queries.ts'
import type { Place } from './place-row.ts'

export interface MembershipPlan {
  made: NewMembership | null
  changed: ChangedMembership | null
  former: ChangedMembership | null
}

const latest = (...days: string[]) => days.reduce((a, b) => (a > b ? a : b))

const NOTHING: MembershipPlan = { made: null, changed: null, former: null }

/**
 * The first class of a new pupil starts on the day of entry, or on the year's first day when the pupil came before it.
 */
export function firstMembership(
  pupilId: number,
  { place, entry, exit }: { place: Place | null; entry: string; exit: string | null },
  { year }: ImportContext,
): NewMembership | null {
  if (!place || !year) return null
  const date_start = latest(entry, year.date_start)
  const isOver = date_start > year.date_end || (exit !== null && exit < date_start)
  if (isOver) return null
  const { schoolclass_id, schoolgrade_id } = place
  const which = { pupil_id: pupilId, school_year_id: year.id, schoolgrade_id, schoolclass_id }
  return { ...which, date_start, date_end: exit, reason: 'entry' }
}

const formerOf = (target: KnownPupil): ChangedMembership => ({
  id: target.membership_id ?? 0,
  date_end: target.membership_end,
  schoolclass_id: target.schoolclass_id,
  schoolgrade_id: target.schoolgrade_id ?? 0,
})

/** A new class starts today: history is never overwritten, only a membership that has not begun yet (domain §1.6). */
export function nextMembership(
  target: KnownPupil,
  place: Place | null,
  { year, today }: ImportContext,
): MembershipPlan {
  if (!place || !year) return NOTHING
  const { schoolclass_id, schoolgrade_id } = place
  const date_start = latest(today, year.date_start, target.date_entry)
  const made = { pupil_id: target.id, school_year_id: year.id, schoolgrade_id, schoolclass_id, date_start }
  const { membership_start, membership_end } = target
  if (membership_start === null) return { ...NOTHING, made: { ...made, date_end: null, reason: 'entry' } }
  const former = formerOf(target)
  if (membership_start < date_start) {
    const changed = { ...former, date_end: addDays(date_start, -1) }
    return { made: { ...made, date_end: membership_end, reason: 'change' }, changed, former }
  }
  if (target.school_year_id === year.id) {
    return { made: null, changed: { ...former, schoolclass_id, schoolgrade_id }, former }
  }
  const until = addDays(membership_start, -1)
  return until < date_start ? NOTHING : { ...NOTHING, made: { ...made, date_end: until, reason: 'entry' } }
}
