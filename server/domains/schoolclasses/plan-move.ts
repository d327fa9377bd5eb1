import { addDays, berlinToday } from '#contract/dates.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import type { Membership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import type { LockedPupil } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/** The target of pupils: a class of a year, or no class within their present year. */
export interface Target {
  schoolclass_id: number | null
  /** Null: the year of the membership. */
  year: { id: number; date_end: string } | null
  /** Lowest and highest grade of the class; null: the pupil's grade stays. */
  grades: { id: number; grade: number }[] | null
  /** The requested grade, which the class has; null: each pupil's own. */
  schoolgrade_id: number | null
}

interface Wish {
  target: Target
  /** First day, YYYY-MM-DD. */
  day: string
  today: string
  changesGrade: boolean
}

/** The reason why a pupil cannot move; texts in `SCHOOLCLASS_TEXTS`. */
type Refusal = 'hasLeft' | 'laterMembership' | 'otherGrade' | 'noGrade'

interface Place {
  school_year_id: number
  schoolgrade_id: number
  schoolclass_id: number | null
}

type Step =
  | { kind: 'refused'; refusal: Refusal }
  /** A membership that began on this day and was made before today is history: it can be ended, not replaced. */
  | { kind: 'begun'; since: Membership }
  | { kind: 'stays' }
  /** A move is undone: the former row continues as before. */
  | { kind: 'restored'; former: Membership; current: Membership }
  /** Without the move there was no membership. */
  | { kind: 'removed'; current: Membership }
  /** A row that begins on the same day is replaced. */
  | { kind: 'replaced'; current: Membership; place: Place }
  | { kind: 'moved'; current: Membership | undefined; place: Place; date_start: string; date_end: string | null }

const refused = (refusal: Refusal): Step => ({ kind: 'refused', refusal })

const covers = ({ date_start, date_end }: Membership, day: string) =>
  date_start <= day && (date_end === null || day <= date_end)

const isPlace = (one: Membership, { schoolclass_id, schoolgrade_id, year }: Target) =>
  one.schoolclass_id === schoolclass_id &&
  (year === null || one.school_year_id === year.id) &&
  (schoolgrade_id === null || one.schoolgrade_id === schoolgrade_id)

const hasGone = (pupil: LockedPupil, day: string) =>
  hasLeft(pupil) || (pupil.date_exit !== null && pupil.date_exit < day)

/** The pupil's grade in the class, or the reason why somebody must choose it first. */
function gradeIn({ grades }: Target, current: Membership | undefined, changesGrade: boolean): number | Refusal {
  if (grades === null) return current?.schoolgrade_id ?? 'noGrade'
  const [lowest, highest = lowest] = grades
  if (!lowest || !highest) return 'noGrade'
  if (!current) return grades.length === 1 || changesGrade ? lowest.id : 'noGrade'
  if (lowest.grade <= current.grade && current.grade <= highest.grade) return current.schoolgrade_id
  if (!changesGrade) return 'otherGrade'
  return current.grade < lowest.grade ? lowest.id : highest.id
}

/** The row of the same school year that ends the day before the other begins. */
const formerOf = (memberships: readonly Membership[], current: Membership) =>
  memberships.find(
    ({ date_end, school_year_id }) =>
      date_end === addDays(current.date_start, -1) && school_year_id === current.school_year_id,
  )

/** The row of the year before that continued until the move that created the other one. */
const cutShortBy = (memberships: readonly Membership[], { date_start, created_at }: Membership) =>
  memberships.find(({ date_end, updated_at }) => date_end === addDays(date_start, -1) && updated_at === created_at)

/** A row that has not begun yet; one that has begun is history, unless a move of today created it (domain §1.6). */
const mayGo = ({ date_start, reason, created_at }: Membership, today: string) =>
  date_start >= today || (reason === 'change' && berlinToday(new Date(created_at)) === today)

/** A later membership in the same year must be changed or undone first. */
const hasLater = (memberships: readonly Membership[], day: string, yearId: number | undefined) =>
  memberships.find(({ date_start }) => date_start > day)?.school_year_id === yearId && yearId !== undefined

/** A new membership from the day on: it replaces one that begins on that day, otherwise it follows the former one. */
function stepTo(memberships: readonly Membership[], day: string, { target, changesGrade, today }: Wish): Step {
  const current = memberships.find((one) => covers(one, day))
  const school_year_id = target.year?.id ?? current?.school_year_id
  const schoolgrade_id = target.schoolgrade_id ?? gradeIn(target, current, changesGrade)
  if (typeof schoolgrade_id === 'string') return refused(schoolgrade_id)
  if (school_year_id === undefined) return refused('noGrade')
  const place = { school_year_id, schoolgrade_id, schoolclass_id: target.schoolclass_id }
  if (current?.date_start === day) {
    return day < today ? { kind: 'begun', since: current } : { kind: 'replaced', current, place }
  }
  const later = memberships.find(({ date_start }) => date_start > day)
  const untilLater = later ? addDays(later.date_start, -1) : null
  return { kind: 'moved', current, place, date_start: day, date_end: current?.date_end ?? untilLater }
}

/** Deletes the row that began on the day without a new one, when the former membership is what was requested. */
function stepBack(memberships: readonly Membership[], current: Membership, wish: Wish): Step | undefined {
  const { schoolclass_id, schoolgrade_id } = wish.target
  const former = formerOf(memberships, current)
  if (!mayGo(current, wish.today)) return undefined
  if (former) return isPlace(former, wish.target) ? { kind: 'restored', former, current } : undefined
  if (current.reason !== 'change' || schoolclass_id !== null || schoolgrade_id !== null) return undefined
  const cutShort = cutShortBy(memberships, current)
  return cutShort ? { kind: 'restored', former: cutShort, current } : { kind: 'removed', current }
}

function stepInto(memberships: readonly Membership[], day: string, wish: Wish): Step {
  const current = memberships.find((one) => covers(one, day))
  if (current && isPlace(current, wish.target)) return { kind: 'stays' }
  const yearId = wish.target.year?.id ?? current?.school_year_id
  if (hasLater(memberships, day, yearId)) return refused('laterMembership')
  const back = current?.date_start === day ? stepBack(memberships, current, wish) : undefined
  return back ?? stepTo(memberships, day, wish)
}

/** Plans the move of one pupil; a pupil who enters later moves on the day of entry. */
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

/** The pupil's membership on that day within the school year of the new one; undefined when there was none. */
export const originOf = (plan: Plan): Pick<Membership, 'schoolclass_id' | 'schoolgrade_id'> | undefined => {
  if (!('current' in plan)) return undefined
  const { current } = plan
  return 'place' in plan && current?.school_year_id !== plan.place.school_year_id ? undefined : current
}
