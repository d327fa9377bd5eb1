import { addDays } from '#contract/dates.ts'
import type { PublicReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import {
  beginnings,
  drawLength,
  reportedAt,
  reportedBefore,
  reportedEarly,
  schoolDaysOfDemo,
} from './absence-season.ts'
import type { DemoYears, Enrolment } from './enrolments.ts'
import type { DemoShort } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** An absence that has no id yet. */
export interface Absence {
  /** The pupil's index in the list of enrolments. */
  pupil: number
  date_start: string
  date_end: string
  lessons: readonly number[]
  reason: PublicReason | 'leave' | 'unexplained'
  leave_decision: 'granted' | 'pending' | null
  source: 'public_link' | 'phone' | 'staff' | 'teacher'
  created_at: string
  is_late: boolean
}

interface Scene {
  short: DemoShort
  years: DemoYears
  anchor: string
  random: SeededRandom
  calendar: Calendar
}

/** The percentage of absences that nobody explained (domain §8). */
const UNEXPLAINED: Record<DemoShort, number> = { fsw: 2, fow: 7 }
const DOCTOR_IN_PARTS = 0.6
/** Families ask for a leave some weeks ahead. */
const APPLIED_DAYS = { least: 7, most: 21 }

const drawSource = (random: SeededRandom) =>
  random.weighted([
    ['public_link', 55],
    ['phone', 30],
    ['staff', 15],
  ] as const)

const drawReason = (day: string, { short, random, anchor }: Scene): Absence['reason'] => {
  if (random.int(1, 100) <= UNEXPLAINED[short] && day < anchor) return 'unexplained'
  return random.weighted([
    ['sick', 86],
    ['doctor', 7],
    ['other', 4],
    ['leave', 3],
  ] as const)
}

/** The school days of three years, each with its index. */
const calendarOf = (years: DemoYears) => {
  const days = schoolDaysOfDemo(years)
  const places = new Map(days.map((day, place) => [day, place]))
  /** The school day `count` school days later, or the last one that there is. */
  const after = (day: string, count: number) => days[(places.get(day) ?? 0) + count] ?? days.at(-1) ?? day
  /** The first school day on or after the day, and the last one before it. */
  const from = (day: string) => days.find((one) => one >= day) ?? day
  const before = (day: string) => days.findLast((one) => one < day) ?? day
  return { after, from, before, isSchoolDay: (day: string) => places.has(day) }
}
type Calendar = ReturnType<typeof calendarOf>

interface Start {
  pupil: number
  day: string
  until: string | null
}

const PARTS = [
  [1, 2],
  [1, 2, 3],
  [5, 6],
  [4, 5, 6],
]
const MOST_DAYS: Partial<Record<Absence['reason'], number>> = { doctor: 1, unexplained: 1, leave: 3 }

/** On the anchor day nothing has happened yet, so its absences were reported the evening before. */
const reportedInTime = (anchor: string, random: SeededRandom) =>
  ({ source: 'public_link', leave_decision: null, created_at: reportedBefore(anchor, random), is_late: false }) as const

/**
 * When an absence is reported: a leave weeks before, an unexplained absence when it is noticed, all others on their
 * first day.
 */
const reportedOf = (day: string, reason: Absence['reason'], { calendar, random, anchor }: Scene) => {
  if (reason === 'leave') {
    const applied = calendar.before(addDays(day, -random.int(APPLIED_DAYS.least, APPLIED_DAYS.most)))
    const created_at = reportedEarly(applied, random)
    return { source: 'staff', leave_decision: 'granted', created_at, is_late: false } as const
  }
  if (day >= anchor) return reportedInTime(anchor, random)
  const { at: created_at, isLate } = reportedAt(day, random)
  if (reason === 'unexplained') return { source: 'teacher', leave_decision: null, created_at, is_late: isLate } as const
  return { source: drawSource(random), leave_decision: null, created_at, is_late: isLate } as const
}

const toAbsence = ({ pupil, day, until }: Start, scene: Scene): Absence => {
  const { random, years, calendar } = scene
  const reason = drawReason(day, scene)
  const isPart = reason === 'doctor' && random.isHit(DOCTOR_IN_PARTS)
  const length = Math.min(drawLength(random), MOST_DAYS[reason] ?? 15)
  const { last_school_day } = day <= years.closed.date_end ? years.closed : years.active
  const [date_end = day] = [calendar.after(day, length - 1), last_school_day, until ?? last_school_day].sort()
  return {
    pupil,
    date_start: day,
    date_end,
    lessons: isPart ? random.pick(PARTS) : [],
    reason,
    ...reportedOf(day, reason, scene),
  }
}

/** Everything that was reported up to the anchor, by day and child. */
const drawAbsences = (enrolments: readonly Enrolment[], scene: Scene) => {
  const absences: Absence[] = []
  const awayUntil = enrolments.map(() => '')
  for (const { day, chance } of beginnings(scene.short, scene.years)) {
    if (day > scene.anchor) break
    for (const [pupil, { date_entry, date_exit }] of enrolments.entries()) {
      const isThere = date_entry <= day && (date_exit === null || day <= date_exit) && day > (awayUntil[pupil] ?? '')
      if (!isThere || !scene.random.isHit(chance)) continue
      const absence = toAbsence({ pupil, day, until: date_exit }, scene)
      absences.push(absence)
      awayUntil[pupil] = absence.date_end
    }
  }
  return absences
}

type Expected = Pick<Absence, 'date_start' | 'date_end' | 'reason' | 'leave_decision' | 'lessons'>

/** Absences that the anchor day always shows (domain §8): today, ending today, just ended, and future ones. */
const expectedAround = ({ anchor, calendar }: Scene): Expected[] => {
  const sick = { reason: 'sick', leave_decision: null, lessons: [] } as const
  const yesterday = addDays(anchor, -1)
  const before = calendar.before(anchor)
  const next = (days: number) => calendar.from(addDays(anchor, days))
  const today = calendar.isSchoolDay(anchor)
    ? [
        { ...sick, date_start: anchor, date_end: anchor },
        { ...sick, date_start: before, date_end: anchor },
        { ...sick, date_start: anchor, date_end: calendar.after(anchor, 1) },
        { ...sick, date_start: anchor, date_end: calendar.after(anchor, 2) },
        { ...sick, date_start: calendar.before(before), date_end: calendar.after(anchor, 1) },
      ]
    : []
  return [
    ...today,
    { ...sick, date_start: calendar.before(before), date_end: yesterday },
    { reason: 'doctor', leave_decision: null, lessons: [1, 2], date_start: next(4), date_end: next(4) },
    {
      reason: 'leave',
      leave_decision: 'granted',
      lessons: [],
      date_start: next(11),
      date_end: calendar.after(next(11), 1),
    },
    {
      reason: 'leave',
      leave_decision: 'pending',
      lessons: [],
      date_start: next(18),
      date_end: calendar.after(next(18), 2),
    },
    { reason: 'other', leave_decision: null, lessons: [], date_start: next(6), date_end: next(6) },
  ]
}

/** Children without a report around the anchor, in random order. */
const freeChildren = (enrolments: readonly Enrolment[], absences: readonly Absence[], { anchor, random }: Scene) => {
  const since = addDays(anchor, -14)
  const busy = new Set(absences.filter(({ date_end }) => date_end >= since).map(({ pupil }) => pupil))
  const free = enrolments.flatMap(({ status, date_entry, date_exit }, pupil) =>
    status === 'active' && date_entry < since && date_exit === null && !busy.has(pupil) ? [pupil] : [],
  )
  return random.shuffled(free)
}

const addExpected = (enrolments: readonly Enrolment[], absences: readonly Absence[], scene: Scene) => {
  const free = freeChildren(enrolments, absences, scene)
  return expectedAround(scene).flatMap((expected, index): Absence[] => {
    const pupil = free[index]
    if (pupil === undefined) return []
    const report =
      expected.date_start < scene.anchor
        ? reportedOf(expected.date_start, expected.reason, scene)
        : reportedInTime(scene.anchor, scene.random)
    const source = expected.reason === 'leave' ? 'staff' : report.source
    return [{ ...report, ...expected, pupil, source }]
  })
}

/**
 * The absences of a school's children in last year and this year, as far as they are known on the anchor day (domain
 * §8).
 */
export function makeAbsences(enrolments: readonly Enrolment[], facts: Omit<Scene, 'calendar'>) {
  const scene = { ...facts, calendar: calendarOf(facts.years) }
  const absences = drawAbsences(enrolments, scene)
  return [...absences, ...addExpected(enrolments, absences, scene)]
}
