import { berlinToday } from '#contract/dates.ts'
import { callOrderOf, phonesOf } from '#contract/families/families.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { fullName } from '#contract/person-names.ts'
import type { SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { countSchoolDays } from '#contract/schoolyears/school-calendar.ts'
import type { ReporterRelation, SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { excuseDueAt } from '#contract/sicknotes/sicknotes.rules.ts'
import {
  type ExcuseState,
  LEAVE_DAYS_OF_TEACHER,
  type LeaveDecision,
  type Sicknote,
  type SicknoteSource,
} from '#contract/sicknotes/sicknotes.ts'
import { toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import type { RowViewer } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { type Leave, leaveDaysOfYear, withinStay } from './leave-days.ts'
import { isHead } from './refuse-sicknote.ts'
import { hintsOf } from './sicknote-hints.ts'
import type { NoteRow, ReachedGuardian, ReachedPerson } from './sicknotes.rows.queries.ts'

export interface DescriptionFacts {
  viewer: RowViewer
  today: string
  calendar: SchoolCalendar
  settings: SicknoteSettings
  /** The granted leaves of a child. */
  leavesOf: (pupilId: number) => readonly Leave[]
}

const guardianNumbers = (guardian: ReachedGuardian) => {
  const phones = phonesOf(guardian)
  const relation = relationshipText(guardian.relationship)
  return phones.map(({ number, kind }) => ({
    name: fullName(guardian),
    relation: phones.length > 1 ? `${relation}, ${kind}` : relation,
    phone: number,
  }))
}

const personNumbers = ({ relation, phone, ...person }: ReachedPerson) => [
  { name: fullName(person), relation: relation ?? 'Kontaktperson', phone },
]

/** Numbers in the order of calls; a person with custody but without a position in it comes last. */
const toReach = (guardians: readonly ReachedGuardian[], persons: readonly ReachedPerson[]) => {
  const called = callOrderOf({ guardians, contact_persons: persons }).flatMap(({ kind, id }) =>
    kind === 'guardian'
      ? guardians.filter(({ guardian_id }) => guardian_id === id).flatMap(guardianNumbers)
      : persons.filter((person) => person.id === id).flatMap(personNumbers),
  )
  const others = guardians.filter(({ emergency_priority }) => emergency_priority === null)
  return [...called, ...others.flatMap(guardianNumbers)]
}

const partsOfDay = (row: NoteRow) => ({
  dateStart: row.date_start,
  dateEnd: row.date_end,
  partial: row.partial,
  timeStart: row.time_start,
  timeEnd: row.time_end,
  lessons: row.lessons,
})

/**
 * No excuse is due for notes that need none, were cancelled or have no school day, and for leaves, which are decided
 * instead of excused.
 */
const dueOf = (row: NoteRow, school_days: number, { calendar, settings }: DescriptionFacts) => {
  if (row.excuse_state !== 'open' || row.reason === 'leave' || row.cancelled_at !== null || school_days === 0)
    return null
  return excuseDueAt(row.date_end, settings.excuse_due_school_days, calendar.free_days)
}

/** The part that everybody gets who may see the child. */
const toPlainNote = (row: NoteRow, telling: DescriptionFacts): Sicknote => {
  const { id, firstname, lastname, lastname_prefix, grade } = row
  const stay = withinStay(row, row)
  const school_days = countSchoolDays(stay.date_start, stay.date_end, telling.calendar.free_days)
  return {
    id,
    pupil: {
      id: row.pupil_id,
      firstname,
      lastname,
      lastname_prefix,
      schoolclass: toClassRef(row),
      schoolgrade: grade === null ? null : { grade },
    },
    value: partsOfDay(row),
    school_days,
    source: row.source as SicknoteSource,
    created_at: row.created_at,
    is_own: row.created_by === telling.viewer.user_id && berlinToday(new Date(row.created_at)) === telling.today,
    is_late: row.is_late,
    seen_at: row.seen_at,
    excuse_state: row.excuse_state as ExcuseState,
    excuse_due_at: dueOf(row, school_days, telling),
    excuse_received_at: row.excuse_received_at,
    cancelled_at: row.cancelled_at,
    version: row.version,
  }
}

const countLeaveDays = (row: NoteRow, { leavesOf, calendar }: DescriptionFacts) =>
  row.reason === 'leave' ? leaveDaysOfYear({ ...row, ...withinStay(row, row) }, leavesOf(row.pupil_id), calendar) : 0

const toLeave = (row: NoteRow, leave_days: number, { viewer }: DescriptionFacts) => {
  if (!row.leave_decision) return null
  const decidedBy = row.leave_decided_by ?? null
  const isTheirs = leave_days <= LEAVE_DAYS_OF_TEACHER && (decidedBy === null || decidedBy === viewer.user_id)
  return {
    applied_at: row.leave_applied_at ?? null,
    decision: row.leave_decision as LeaveDecision,
    decided_by_name: row.leave_decided_by_name ?? null,
    days_of_year: leave_days,
    may_decide: row.cancelled_at === null && (isHead(viewer) || isTheirs),
  }
}

/** A note in its wire shape; keys that the role viewer may not have exist only if their columns were read. */
export const toSicknote = (row: NoteRow, telling: DescriptionFacts): Sicknote => {
  const plain = toPlainNote(row, telling)
  if (row.reason === undefined) return plain
  const reason = row.reason as SicknoteReason
  const stay = withinStay(row, row)
  const history = row.history ?? []
  const leave_days = countLeaveDays(row, telling)
  const certificate = {
    certificate_requested_at: row.certificate_requested_at ?? null,
    certificate_seen_at: row.certificate_seen_at ?? null,
  }
  return {
    ...plain,
    value: {
      ...plain.value,
      reason,
      comment: row.comment ?? null,
      reporterName: row.reporter_name ?? null,
      reporterRelation: (row.reporter_relation ?? null) as ReporterRelation | null,
      reporterPhone: row.reporter_phone ?? null,
    },
    created_by_name: row.created_by_name ?? null,
    excuse_confirmed_by_name: row.excuse_confirmed_by_name ?? null,
    ...certificate,
    leave: toLeave(row, leave_days, telling),
    hints: hintsOf(
      {
        ...certificate,
        date_start: row.date_start,
        date_end: row.date_end,
        reason,
        partial: row.partial,
        lessons: row.lessons,
        heard_at: [row.created_at, ...history.map(({ at }) => at)],
        stay,
        leave_days,
      },
      telling,
    ),
    history,
    reach: toReach(row.guardians ?? [], row.contact_persons ?? []),
  }
}
