import { addDays, berlinToday } from '#contract/dates.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import type { Membership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import type { LockedPupil } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/** Where pupils go: a class of a year, or no class within the year they are in. */
export interface Target {
  schoolclass_id: number | null
  /** Null: the year of the membership. */
  year: { id: number; date_end: string } | null
  /** Lowest and highest grade of the class; null: the pupil's grade stays. */
  grades: { id: number; grade: number }[] | null
  /** The grade that was asked for, which the class has; null: the one each has. */
  schoolgrade_id: number | null
}

interface Wish {
  target: Target
  /** First day, YYYY-MM-DD. */
  day: string
  today: string
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
  /** What began on this day before today was so: it can be ended, not replaced. */
  | { kind: 'begun'; since: Membership }
  | { kind: 'stays' }
  /** A move is taken back: the former row goes on as it was. */
  | { kind: 'restored'; former: Membership; current: Membership }
  /** Without the move there was no membership. */
  | { kind: 'removed'; current: Membership }
  /** What begins on the same day is replaced. */
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

/** The row that ends the day before the other begins, in its school year. */
const formerOf = (memberships: readonly Membership[], current: Membership) =>
  memberships.find(
    ({ date_end, school_year_id }) =>
      date_end === addDays(current.date_start, -1) && school_year_id === current.school_year_id,
  )

/** The row of the year before that went on until the very move that made the other one. */
const cutShortBy = (memberships: readonly Membership[], { date_start, created_at }: Membership) =>
  memberships.find(({ date_end, updated_at }) => date_end === addDays(date_start, -1) && updated_at === created_at)

/** A row that is still to begin; one that began is history, unless a move of today entered it (domain §1.6). */
const mayGo = ({ date_start, reason, created_at }: Membership, today: string) =>
  date_start >= today || (reason === 'change' && berlinToday(new Date(created_at)) === today)

/** A later place in the same year has to be said or taken back first. */
const hasLater = (memberships: readonly Membership[], day: string, yearId: number | undefined) =>
  memberships.find(({ date_start }) => date_start > day)?.school_year_id === yearId && yearId !== undefined

/** A new place from the day on, in the stead of what begins on that very day, else after what was. */
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

/** What began on the day goes and nothing comes in its stead, where that is what was asked for. */
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

/** What the move means for one pupil; a pupil who enters later moves on the day of entry. */
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

/** Where the pupil was on that day within the school year of the new place; undefined: nowhere. */
export const originOf = (plan: Plan): Pick<Membership, 'schoolclass_id' | 'schoolgrade_id'> | undefined => {
  if (!('current' in plan)) return undefined
  const { current } = plan
  return 'place' in plan && current?.school_year_id !== plan.place.school_year_id ? undefined : current
}
