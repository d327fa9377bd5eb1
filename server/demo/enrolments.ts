import { addDays } from '#contract/dates.ts'
import type { PupilStatus } from '#contract/pupils/pupils.ts'
import { planYear, type YearPlan } from './demo-calendar.ts'
import type { Child, Guardian } from './family-maker.ts'
import { FORMER_SCHOOLS, KITAS } from './name-pools.ts'
import { landline } from './phone-numbers.ts'
import { type ClassPlan, type DemoShort, FOW, FSW, PLANS } from './school-plan.ts'
import type { TakenSeat } from './seats.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The years the demo has: last year's, this one's and the next one's (domain §8). */
export interface DemoYears {
  startYear: number
  closed: YearPlan
  active: YearPlan
  planned: YearPlan
}
export type YearKey = 'closed' | 'active' | 'planned'

export const planYears = (startYear: number): DemoYears => ({
  startYear,
  closed: planYear(startYear - 1),
  active: planYear(startYear),
  planned: planYear(startYear + 1),
})

export interface Stay {
  year: YearKey
  grade: number
  klass: ClassPlan | null
  date_start: string
  date_end: string | null
  reason: 'entry' | 'rollover' | 'change'
}

/** A child as a pupil of one school. */
export interface Enrolment {
  short: DemoShort
  child: Child
  status: PupilStatus
  date_entry: string
  date_exit: string | null
  enrolment_kind: 'regular' | 'early' | 'deferred' | 'lateral'
  previous_institution: string | null
  previous_school_type: string | null
  previous_grade: number | null
  afterschool_care: 'none' | 'short' | 'long' | null
  phone: string | null
  stays: Stay[]
  created_at: string
  /** The number of the application that became this pupil. */
  registration?: string
  /** When the guardians' addresses were confirmed in that application. */
  verified?: ReadonlyMap<Guardian, string | null>
}

interface Scene {
  years: DemoYears
  anchor: string
  random: SeededRandom
}

/** The class in which the pupils of this class were a year before; a random one if there are several. */
const classBefore = (short: DemoShort, { klass, grade }: { klass: ClassPlan; grade: number }, random: SeededRandom) => {
  const former = PLANS[short].classes.filter(({ grades }) => (grades as readonly number[]).includes(grade - 1))
  return former.find(({ description }) => description === klass.description) ?? random.pick(former)
}

/** Domain §8 does not say how many pupils came after the entry grade: about one in twelve. */
const LATERAL_SHARE = 0.08

/** How many years the pupil has been here at the beginning of this year (for leavers: of last year); 0 is new. */
const yearsHere = ({ short, grade }: TakenSeat, random: SeededRandom) => {
  const sinceEntry = grade - PLANS[short].grades.entry
  return sinceEntry > 0 && random.isHit(LATERAL_SHARE) ? random.int(0, sinceEntry - 1) : sinceEntry
}

/**
 * Newcomers start on the first day of school. A few lateral entries start later, if that day is not after the anchor.
 */
const firstDay = (year: YearPlan, isLateral: boolean, { anchor, random }: Scene) => {
  const later = addDays(year.first_school_day, 7 * random.int(2, 8))
  return isLateral && random.isHit(0.3) && later <= anchor ? later : year.first_school_day
}

const staysOf = (seat: TakenSeat, years: number, scene: Scene): Stay[] => {
  const { closed, active } = scene.years
  const { klass, grade, short } = seat
  const isLateral = grade > PLANS[short].grades.entry
  const begin = (year: YearPlan, isNew: boolean) => ({
    date_start: isNew ? firstDay(year, isLateral, scene) : year.date_start,
    reason: isNew ? ('entry' as const) : ('rollover' as const),
  })
  if (seat.isFormer) {
    return [{ year: 'closed', grade, klass, ...begin(closed, years === 0), date_end: closed.date_end }]
  }
  const now: Stay = { year: 'active', grade, klass, ...begin(active, years === 0), date_end: null }
  if (years === 0) return [now]
  const before = classBefore(short, seat, scene.random)
  const last = begin(closed, years === 1)
  return [{ year: 'closed', grade: grade - 1, klass: before, ...last, date_end: closed.date_end }, now]
}

const entryDay = (stays: readonly Stay[], years: number, { startYear }: DemoYears) => {
  const first = stays[0]
  if (first?.reason === 'entry') return first.date_start
  const isFormer = stays.at(-1)?.year === 'closed'
  return planYear(startYear - years - (isFormer ? 1 : 0)).first_school_day
}

const kindOf = (seat: TakenSeat, isLateral: boolean, { startYear }: DemoYears): Enrolment['enrolment_kind'] => {
  if (isLateral) return 'lateral'
  if (seat.short === 'fow') return 'regular'
  const year = (seat.isFormer ? startYear - 1 : startYear) - 6 - seat.grade
  if (seat.child.birthdate < `${year}-10-01`) return 'deferred'
  return seat.child.birthdate < `${year + 1}-10-01` ? 'regular' : 'early'
}

const originOf = (entryGrade: number, random: SeededRandom) =>
  entryGrade === 1
    ? { previous_institution: random.pick(KITAS), previous_school_type: null, previous_grade: null }
    : {
        previous_institution: random.pick(FORMER_SCHOOLS),
        previous_school_type: 'grundschule',
        previous_grade: entryGrade - 1,
      }

const statusOf = (seat: TakenSeat, date_entry: string, anchor: string): PupilStatus => {
  if (seat.isFormer) return seat.grade === PLANS[seat.short].grades.max ? 'graduated' : 'left'
  return date_entry > anchor ? 'upcoming' : 'active'
}

/** A moment during working hours on a day before the anchor. */
export const officeHour = (day: string, { anchor, random }: Pick<Scene, 'anchor' | 'random'>) => {
  const past = day < anchor ? day : addDays(anchor, -1)
  const two = (from: number, to: number) => String(random.int(from, to)).padStart(2, '0')
  return `${past}T${two(7, 14)}:${two(0, 59)}:${two(0, 59)}.000Z`
}

const AFTERSCHOOL = [
  ['none', 20],
  ['short', 35],
  ['long', 45],
] as const

const enrol = (seat: TakenSeat, scene: Scene): Enrolment => {
  const { random, years, anchor } = scene
  const count = yearsHere(seat, random)
  const stays = staysOf(seat, count, scene)
  const entryGrade = seat.grade - count
  const isLateral = entryGrade > PLANS[seat.short].grades.entry
  const date_entry = entryDay(stays, count, years)
  return {
    short: seat.short,
    child: seat.child,
    status: statusOf(seat, date_entry, anchor),
    date_entry,
    date_exit: seat.isFormer ? years.closed.date_end : null,
    enrolment_kind: kindOf(seat, isLateral, years),
    ...originOf(entryGrade, random),
    afterschool_care: seat.short === 'fsw' ? random.weighted(AFTERSCHOOL) : null,
    phone: seat.short === 'fow' && random.isHit(0.4) ? landline(random.int(0, 999)) : null,
    stays,
    created_at: officeHour(addDays(date_entry, -random.int(30, 150)), scene),
  }
}

/** On the same day in October two pupils of each school changed to the parallel class: history is never overwritten. */
const changeClasses = (enrolments: readonly Enrolment[], { years, anchor }: Scene) => {
  const day = `${years.startYear}-10-05`
  if (anchor < day) return
  for (const plan of [FSW, FOW]) {
    const candidates = enrolments.filter(
      ({ short, stays, status }) =>
        short === plan.form.short && status === 'active' && stays.length === 2 && stays[1]?.klass?.description === 'b',
    )
    for (const { stays } of candidates.slice(0, 2)) {
      const now = stays[1]
      const parallel = plan.classes.find(
        ({ description, grades }) => description === 'a' && grades[0] === now?.klass?.grades[0],
      )
      if (!now || !parallel) continue
      stays.splice(
        1,
        1,
        { ...now, klass: parallel, date_end: addDays(day, -1) },
        { ...now, date_start: day, reason: 'change' },
      )
    }
  }
}

/** One pupil of each school is on leave, one of fow a guest. */
const setRareStatuses = (enrolments: readonly Enrolment[]) => {
  const rare: [DemoShort, PupilStatus][] = [
    ['fsw', 'on_leave'],
    ['fow', 'on_leave'],
    ['fow', 'guest'],
  ]
  for (const [short, status] of rare) {
    const found = enrolments.findLast((one) => one.short === short && one.status === 'active')
    if (found) found.status = status
  }
}

/** Children who moved on from fsw have it as their former school. */
const linkMovedOn = (enrolments: readonly Enrolment[]) => {
  const former = new Set(enrolments.filter(({ short }) => short === 'fsw').map(({ child }) => child))
  for (const enrolment of enrolments) {
    if (enrolment.short === 'fow' && former.has(enrolment.child)) enrolment.previous_institution = FSW.form.name
  }
}

/** Everybody who is or was in a class, in the order in which they were entered. */
export function enrolAll(seats: readonly TakenSeat[], scene: Scene): Enrolment[] {
  const enrolments = seats.map((seat) => enrol(seat, scene))
  linkMovedOn(enrolments)
  changeClasses(enrolments, scene)
  setRareStatuses(enrolments)
  return enrolments.sort(
    (a, b) => a.created_at.localeCompare(b.created_at) || a.child.firstname.localeCompare(b.child.firstname),
  )
}
