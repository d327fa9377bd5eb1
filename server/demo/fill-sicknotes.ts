import {
  absentDays,
  type CountedNote,
  countAbsences,
  daysOfMember,
  halvesOf,
  listSchoolDays,
} from '#contract/absences/absence-days.ts'
import { addDays, berlinToday } from '#contract/dates.ts'
import { excuseDueAt } from '#contract/sicknotes/sicknotes.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type Absence, makeAbsences } from './absence-story.ts'
import { insertRows } from './demo-rows.queries.ts'
import { type DemoYears, type Enrolment, officeHour } from './enrolments.ts'
import type { DemoShort } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  short: DemoShort
  schoolId: number
  /** Last year, whose half-years are closed. */
  closedYearId: number
  /** In the order of the enrolments. */
  pupilIds: readonly number[]
  years: DemoYears
  anchor: string
  random: SeededRandom
  /** The user who answers the phone, and the one who decides. */
  officeId: number
  headId: number
}

/** Remarks and reporters are deleted after this many days (domain §5.2). */
const COMMENT_DAYS = 28
const DUE_SCHOOL_DAYS = 3
/** A remark fits its reason; the office enters a leave without one. */
const COMMENTS: Partial<Record<Absence['reason'], readonly string[]>> = {
  sick: [
    'Bitte die Hausaufgaben der Schwester mitgeben.',
    'Wir melden uns, falls es länger dauert.',
    'Wird heute von der Oma betreut.',
  ],
  doctor: ['Der Termin ließ sich nicht anders legen.', 'Den Stoff holen wir nach.'],
  other: ['Ist mit der Klassenleitung besprochen.', 'Den Stoff holen wir nach.'],
}
/** The percentage of written excuses that do not arrive in time. */
const LATE_EXCUSES = 12
const FORGOTTEN_DAYS = 42

const freeDaysOf = ({ closed, active, planned }: DemoYears) =>
  [closed, active, planned].flatMap((year) => year.free_days)

/** When the written excuse arrived, if it did: some are late, and some of the late ones are still missing. */
const excuseDay = ({ date_end }: Absence, { anchor, years, random }: Scene) => {
  const due = excuseDueAt(date_end, DUE_SCHOOL_DAYS, freeDaysOf(years))
  const isLate = random.int(1, 100) <= LATE_EXCUSES
  const day = addDays(isLate ? due : date_end, random.int(1, 3))
  if (isLate && due > addDays(anchor, -FORGOTTEN_DAYS)) return null
  return day < anchor && date_end < anchor ? day : null
}

/** Domain §3.5: the parents' link counts as written, a phone call does not, a leave needs nothing. */
const excuseOf = (absence: Absence, scene: Scene) => {
  const none = { excuse_received_at: null, excuse_confirmed_by: null }
  if (absence.reason === 'unexplained') return { excuse_state: 'unexcused', ...none }
  if (absence.leave_decision)
    return { excuse_state: absence.leave_decision === 'granted' ? 'not_required' : 'open', ...none }
  if (absence.source === 'public_link')
    return {
      excuse_state: 'excused',
      excuse_received_at: berlinToday(new Date(absence.created_at)),
      excuse_confirmed_by: null,
    }
  const day = excuseDay(absence, scene)
  return day
    ? { excuse_state: 'excused', excuse_received_at: day, excuse_confirmed_by: scene.officeId }
    : { excuse_state: 'open', ...none }
}

const RELATIONS = { mother: 'mother', father: 'father' } as Record<string, string>

/** The caller and the message, while they are still stored. */
const reportOf = ({ date_end, source, reason }: Absence, { child }: Enrolment, { anchor, random }: Scene) => {
  const comment = random.isHit(0.25) ? random.pick(COMMENTS[reason] ?? [null]) : null
  const guardian = random.pick(child.family.guardians)
  const isNamed = source === 'phone' || random.isHit(0.5)
  if (addDays(date_end, COMMENT_DAYS) <= anchor || source === 'teacher') {
    return { comment: null, reporter_name: null, reporter_relation: null, reporter_phone: null }
  }
  return {
    comment,
    reporter_name: isNamed ? `${guardian.firstname} ${guardian.lastname}` : null,
    reporter_relation: isNamed ? (RELATIONS[guardian.relationship] ?? 'other') : null,
    reporter_phone: null,
  }
}

/** Staff have seen everything except what arrived since the last working day. */
const seenOf = ({ created_at, source }: Absence, { anchor, officeId, random }: Scene) => {
  const minutes = random.int(3, 40)
  if (source === 'public_link' && created_at > addDays(anchor, -1)) return { seen_at: null, seen_by: null }
  return { seen_at: new Date(Date.parse(created_at) + minutes * 60_000).toISOString(), seen_by: officeId }
}

const leaveOf = ({ leave_decision, created_at }: Absence, { headId }: Scene) => ({
  leave_applied_at: leave_decision ? berlinToday(new Date(created_at)) : null,
  leave_decision,
  leave_decided_by: leave_decision === 'granted' ? headId : null,
})

const toRow = (absence: Absence, enrolment: Enrolment, scene: Scene) => ({
  school_id: scene.schoolId,
  pupil_id: scene.pupilIds[absence.pupil] ?? 0,
  date_start: absence.date_start,
  date_end: absence.date_end,
  partial: absence.lessons.length > 0,
  lessons: [...absence.lessons],
  reason: absence.reason,
  source: absence.source,
  is_late: absence.is_late,
  ...reportOf(absence, enrolment, scene),
  ...excuseOf(absence, scene),
  ...leaveOf(absence, scene),
  ...seenOf(absence, scene),
  version: 1,
  created_by: absence.source === 'public_link' ? null : scene.officeId,
  created_at: absence.created_at,
  updated_at: absence.created_at,
})
interface DemoNote {
  rows: readonly ReturnType<typeof toRow>[]
  enrolments: readonly Enrolment[]
}

/** Last year's school reports are written, so their counts are closed (domain §9). */
const closeLastYear = (tx: SchoolTransaction, { rows, enrolments }: DemoNote, scene: Scene) => {
  const { closed } = scene.years
  const notesOf = Map.groupBy(rows, ({ pupil_id }) => pupil_id)
  const counts = halvesOf(closed).flatMap((half) => {
    const days = listSchoolDays(half, closed.free_days)
    const closed_at = officeHour(addDays(half.date_end, 2), scene)
    return enrolments.flatMap(({ stays, date_entry, date_exit }, index) => {
      const pupil_id = scene.pupilIds[index] ?? 0
      if (!stays.some(({ year }) => year === 'closed')) return []
      const member = daysOfMember(days, { entry: date_entry, exit: date_exit })
      const notes = (notesOf.get(pupil_id) ?? []) as unknown as CountedNote[]
      return {
        ...countAbsences(absentDays(notes, member)),
        school_id: scene.schoolId,
        pupil_id,
        school_year_id: scene.closedYearId,
        half: half.half,
        closed_by: scene.headId,
        created_at: closed_at,
        updated_at: closed_at,
      }
    })
  })
  return insertRows(tx, 'absence_count', counts)
}

/** Writes the absences of last year and this year, and the counts on last year's school reports. */
export async function fillSicknotes(tx: SchoolTransaction, enrolments: readonly Enrolment[], scene: Scene) {
  const absences = makeAbsences(enrolments, { ...scene, random: scene.random.stream('absences') })
  const rows = absences
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
    .flatMap((absence) => {
      const enrolment = enrolments[absence.pupil]
      return enrolment ? [toRow(absence, enrolment, scene)] : []
    })
  await insertRows(tx, 'pupil_sicknote', rows)
  await closeLastYear(tx, { rows, enrolments }, scene)
}
