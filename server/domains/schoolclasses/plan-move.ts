import { addDays } from '#contract/dates.ts'
import type { LockedPupil, Membership } from './memberships.queries.ts'

/** Where pupils go: a class of a year, or no class within the year they are in. */
export interface Target {
  schoolclass_id: number | null
  /** Null: the year of the membership. */
  year: { id: number; date_end: string } | null
  /** Lowest and highest grade of the class; null: the pupil's grade stays. */
  grades: { id: number; grade: number }[] | null
}

interface Wish {
  target: Target
  /** First day, YYYY-MM-DD. */
  day: string
  changesGrade: boolean
}

/** Why a pupil cannot move; texts in `SCHOOLCLASS_TEXTS`. */
type Refusal = 'hasLeft' | 'laterMembership' | 'otherGrade' | 'noGrade'

interface Place {
  school_year_id: number
  schoolgrade_id: number
  schoolclass_id: number | null
}

type Step =
  | { kind: 'refused'; refusal: Refusal }
  | { kind: 'stays' }
  /** The day's own change is taken back: the former row goes on as it was. */
  | { kind: 'restored'; former: Membership; current: Membership }
  /** Without the day's own change there was no membership. */
  | { kind: 'removed'; current: Membership }
  /** What began on the same day is replaced. */
  | { kind: 'replaced'; current: Membership; place: Place }
  | { kind: 'moved'; current: Membership | undefined; place: Place; date_start: string; date_end: string | null }

const refused = (refusal: Refusal): Step => ({ kind: 'refused', refusal })

const covers = ({ date_start, date_end }: Membership, day: string) =>
  date_start <= day && (date_end === null || day <= date_end)

const hasGone = ({ status, date_exit }: LockedPupil, day: string) =>
  status === 'left' || status === 'graduated' || (date_exit !== null && date_exit < day)

/** The grade a pupil has in the class, or why that has to be said first. */
function gradeIn({ grades }: Target, current: Membership | undefined, changesGrade: boolean): number | Refusal {
  if (grades === null) return current?.schoolgrade_id ?? 'noGrade'
  const [lowest, highest = lowest] = grades
  if (!lowest || !highest) return 'noGrade'
  if (!current) return grades.length === 1 || changesGrade ? lowest.id : 'noGrade'
  if (lowest.grade <= current.grade && current.grade <= highest.grade) return current.schoolgrade_id
  if (!changesGrade) return 'otherGrade'
  return current.grade < lowest.grade ? lowest.id : highest.id
}

const formerOf = (memberships: readonly Membership[], current: Membership) =>
  memberships.find(
    ({ date_end, school_year_id }) =>
      date_end === addDays(current.date_start, -1) && school_year_id === current.school_year_id,
  )

/** Whether a move of that day made the first membership of the pupil, or the first after a gap. */
const isOwnStart = ({ date_start, reason }: Membership, former: Membership | undefined, day: string) =>
  date_start === day && reason === 'change' && former === undefined

/** A new place from the day on, in the stead of what began on that very day, else after what was. */
function stepTo(memberships: readonly Membership[], day: string, { target, changesGrade }: Wish): Step {
  const current = memberships.find((one) => covers(one, day))
  const school_year_id = target.year?.id ?? current?.school_year_id
  const later = memberships.find(({ date_start }) => date_start > day)
  if (later !== undefined && later.school_year_id === school_year_id) return refused('laterMembership')
  const schoolgrade_id = gradeIn(target, current, changesGrade)
  if (typeof schoolgrade_id === 'string') return refused(schoolgrade_id)
  if (school_year_id === undefined) return refused('noGrade')
  const place = { school_year_id, schoolgrade_id, schoolclass_id: target.schoolclass_id }
  if (current?.date_start === day) return { kind: 'replaced', current, place }
  const untilLater = later ? addDays(later.date_start, -1) : null
  return { kind: 'moved', current, place, date_start: day, date_end: current?.date_end ?? untilLater }
}

function stepInto(memberships: readonly Membership[], day: string, wish: Wish): Step {
  const { target } = wish
  const current = memberships.find((one) => covers(one, day))
  if (!current) return stepTo(memberships, day, wish)
  const yearId = target.year?.id ?? current.school_year_id
  const isThere = (one: Membership) => one.schoolclass_id === target.schoolclass_id && one.school_year_id === yearId
  if (isThere(current)) return { kind: 'stays' }
  const former = current.date_start === day ? formerOf(memberships, current) : undefined
  if (former && isThere(former)) return { kind: 'restored', former, current }
  if (isOwnStart(current, former, day) && target.schoolclass_id === null) return { kind: 'removed', current }
  return stepTo(memberships, day, wish)
}

/** What the move means for one pupil; who enters later moves on the day of entry. */
export function planMove(pupil: LockedPupil, memberships: readonly Membership[], wish: Wish): Step {
  const day = pupil.date_entry > wish.day ? pupil.date_entry : wish.day
  const isAfterYear = wish.target.year !== null && day > wish.target.year.date_end
  if (hasGone(pupil, day) || isAfterYear) return refused('hasLeft')
  return stepInto(memberships, day, wish)
}
export type Plan = ReturnType<typeof planMove>

/** The day on which the plan takes effect. */
export const firstDayOf = (plan: Plan) => {
  if (plan.kind === 'moved') return plan.date_start
  return 'current' in plan ? plan.current.date_start : undefined
}
