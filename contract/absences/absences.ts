import { z } from 'zod'
import { addMonths } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, QueryId } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { EXCUSE_STATES, SICKNOTE_EDITORS, Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { TableFormat } from '#contract/table-formats.ts'

/** The numbers of a report (domain §3.5): whole school days by state, and single lessons. */
export const AbsenceCount = z.object({
  days_excused: z.int(),
  days_unexcused: z.int(),
  days_open: z.int(),
  lessons_excused: z.int(),
  lessons_unexcused: z.int(),
  lessons_open: z.int(),
})
export type AbsenceCount = z.output<typeof AbsenceCount>
export const COUNTS = AbsenceCount.keyof().options

export const HALVES = [1, 2] as const
const Half = z.coerce.number().pipe(z.literal(HALVES))

/** The numbers as the report shows them: a closed half-year keeps the count from the day it was closed (domain §9). */
const StandingCount = z.object({
  is_closed: z.boolean(),
  count: AbsenceCount,
  /** What the notes add up to now; null when that is still the closed count. */
  counted_now: AbsenceCount.nullable(),
})
export type StandingCount = z.output<typeof StandingCount>

const HalfCount = StandingCount.extend({ half: z.literal(HALVES), date_start: z.iso.date(), date_end: z.iso.date() })

/** One school day of absence; in parts it is never a whole day, but its lessons add up (domain §3.5). */
const AbsentDay = z.object({
  day: z.iso.date(),
  /** The strongest state of the day's notes; a granted leave is `not_required` and counts as excused. */
  state: z.enum(EXCUSE_STATES),
  is_partial: z.boolean(),
  /** School events and exemptions never count (domain §3.5). */
  is_counted: z.boolean(),
  /** Lessons that count, each once, in their order; none of a day missed as a whole. */
  lessons: z.array(z.object({ lesson: z.int(), state: z.enum(EXCUSE_STATES) })),
})
export type AbsentDay = z.output<typeof AbsentDay>

const YearRef = z.object({ id: z.int(), name: z.string(), date_start: z.iso.date(), date_end: z.iso.date() })

export const PupilAbsences = z.object({
  schoolyear: YearRef,
  /** Years in which the child belongs to the school, the newest first. */
  schoolyears: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The first and last day on which the child belongs to the school. */
  date_entry: z.iso.date(),
  date_exit: z.iso.date().nullable(),
  halves: z.array(HalfCount),
  /** Absent days of the year in their order, each once. */
  days: z.array(AbsentDay),
  /** Counted whole days by weekday, Monday first. */
  weekdays: z.array(z.int()).length(5),
  free_days: z.array(z.object({ name: z.string(), date_start: z.iso.date(), date_end: z.iso.date() })),
  /** Notes of the year, the newest first, cancelled ones too. */
  notes: z.array(Sicknote),
})
export type PupilAbsences = z.output<typeof PupilAbsences>

/** A line of a class's report; always by name: there is no ranking by absence (domain §5.4). */
const ReportRow = StandingCount.extend({
  pupil: z.object({ id: z.int(), firstname: z.string(), lastname: z.string(), lastname_prefix: z.string().nullable() }),
  /** The last day at the school, for a pupil who left in this half-year or will leave. */
  date_exit: z.iso.date().nullable(),
})

export const AbsenceReport = z.object({
  schoolyear: YearRef,
  schoolclass: z.object({ id: z.int(), classgradePlain: z.string() }),
  half: z.literal(HALVES),
  date_start: z.iso.date(),
  date_end: z.iso.date(),
  /** School days of the half-year, up to its end. */
  school_days: z.int(),
  rows: z.array(ReportRow),
})
export type AbsenceReport = z.output<typeof AbsenceReport>

const ClassHalf = z.object({ schoolclass_id: Id, half: z.literal(HALVES) })

/** How many closed counts one call may name, by their ids (`absence_count`). */
const CLOSED_MAX = 500
const ClosedReply = MessageReply.extend({ closed: z.array(z.int()) })

/** The half-year that a day belongs to; days before the year belong to the first, days after it to the second. */
export const halfOn = ({ half_year_end }: { half_year_end: string }, day: string) => (day <= half_year_end ? 1 : 2)

/**
 * Whether the notes of a school year are deleted by now, or will be tonight: `years` after its last day (domain §5.2).
 */
export const isYearForgotten = (yearEnd: string, { years, today }: { years: number; today: string }) =>
  addMonths(yearEnd, 12 * years) <= today

const isSame = (one: AbsenceCount, other: AbsenceCount) => COUNTS.every((key) => one[key] === other[key])

/** The numbers as the report shows them. Once the notes are deleted there is nothing to compare a closed count with. */
export const standingCount = (
  counted: AbsenceCount,
  { closed, areNotesGone }: { closed: AbsenceCount | undefined; areNotesGone: boolean },
): StandingCount => {
  if (!closed) return { is_closed: false, count: counted, counted_now: null }
  const count = AbsenceCount.parse(closed)
  return { is_closed: true, count, counted_now: areNotesGone || isSame(count, counted) ? null : counted }
}

/** A half-year is closed when it is over, and not on its last day (domain §9). */
export const isHalfOver = ({ date_end }: { date_end: string }, today: string) => date_end < today

export const ABSENCE_TEXTS = {
  notOver: 'Das Halbjahr ist noch nicht zu Ende.',
  notesAreGone: 'Die Meldungen dieses Schuljahrs sind schon gelöscht: Die Fehlzeiten bleiben, wie sie sind.',
  closed: 'Die Fehlzeiten sind festgeschrieben.',
  reopened: 'Die Fehlzeiten werden wieder laufend gezählt.',
} as const

export const absenceEndpoints = {
  pupil: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id/absences',
    pageOf: 'pupil',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    query: z.object({ school_year_id: QueryId.optional() }),
    response: PupilAbsences,
    opens: 'pupil',
    summary: 'Fehlzeiten eines Kindes in einem Schuljahr, mit allen Meldungen',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/admin/absenceReport',
    access: SICKNOTE_EDITORS,
    /** `half` missing: the half-year of today. */
    query: z.object({ schoolclass_id: QueryId, half: Half.optional() }),
    response: AbsenceReport,
    summary: 'Fehlzeiten einer Klasse in einem Halbjahr',
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/admin/absenceReport/close',
    access: 'manage pupil',
    body: ClassHalf,
    response: ClosedReply,
    summary: 'Fehlzeiten eines beendeten Halbjahrs festschreiben',
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/admin/absenceReport/reopen',
    access: 'manage pupil',
    /**
     * `only` names the counts of one closing, so that it can be taken back; without it all of the class are reopened.
     */
    body: ClassHalf.extend({ only: z.array(Id).max(CLOSED_MAX).optional() }),
    response: MessageReply,
    summary: 'Festgeschriebene Fehlzeiten wieder laufend zählen',
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/absenceReport/export',
    access: 'export personal data',
    body: ClassHalf.extend({ format: TableFormat }),
    response: FileReply,
    isFile: true,
    isLogged: true,
    summary: 'Fehlzeiten einer Klasse als Datei',
  }),
}
