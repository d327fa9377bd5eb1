import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Instant, IsoDate, QueryFlag, QueryId, Version } from '#contract/formats.ts'
import { PupilForAll } from '#contract/pupils/pupils.ts'
import { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import { TableFormat } from '#contract/table-formats.ts'
import { LESSONS, REPORTER_RELATIONS, SICKNOTE_REASONS } from './sicknotes.reasons.ts'

export const SICKNOTE_SOURCES = ['public_link', 'phone', 'mail', 'staff', 'teacher'] as const
export type SicknoteSource = (typeof SICKNOTE_SOURCES)[number]
export const SICKNOTE_SOURCE_LABELS: Record<SicknoteSource, string> = {
  public_link: 'Elternlink',
  phone: 'Telefon',
  mail: 'E-Mail',
  staff: 'Sekretariat',
  teacher: 'Lehrkraft',
}

export const EXCUSE_STATES = ['open', 'excused', 'unexcused', 'not_required'] as const
export type ExcuseState = (typeof EXCUSE_STATES)[number]
export const EXCUSE_STATE_LABELS: Record<ExcuseState, string> = {
  open: 'offen',
  excused: 'entschuldigt',
  unexcused: 'unentschuldigt',
  not_required: 'keine nötig',
}

export const LEAVE_DECISIONS = ['pending', 'granted', 'refused'] as const
export type LeaveDecision = (typeof LEAVE_DECISIONS)[number]
export const LEAVE_DECISION_LABELS: Record<LeaveDecision, string> = {
  pending: 'beantragt',
  granted: 'genehmigt',
  refused: 'abgelehnt',
}
/**
 * School days of leave in a school year that the class teacher may grant, and the head; more need the authority (domain
 * §3.5).
 */
export const LEAVE_DAYS_OF_TEACHER = 3
export const LEAVE_DAYS_OF_HEAD = 20

/**
 * Hints for staff; a certificate is never demanded automatically (domain §0.10). `authority`: a leave beyond the head's
 * rights; `holidays`: a leave next to holidays; `lessons`: a part of a day with times only, which adds nothing to the
 * count.
 */
export const SICKNOTE_HINTS = ['certificate', 'interim', 'authority', 'holidays', 'lessons', 'free'] as const
export type SicknoteHint = (typeof SICKNOTE_HINTS)[number]
export const SICKNOTE_HINT_LABELS: Record<SicknoteHint, string> = {
  certificate: 'länger krank: Attest möglich',
  interim: 'lange keine Zwischenmeldung',
  authority: 'über 20 Schultage: entscheidet das Schulamt',
  holidays: 'grenzt an Ferien',
  lessons: 'Stunden fehlen',
  free: 'nur schulfreie Tage',
}

/**
 * The days and what was reported about them. Reason, comment and reporter are health data: absent for viewers (domain
 * §4). `lessons`: 1 to 10.
 */
const NoteValue = z.object({
  dateStart: z.iso.date(),
  dateEnd: z.iso.date(),
  partial: z.boolean(),
  timeStart: z.string().nullable(),
  timeEnd: z.string().nullable(),
  lessons: z.array(z.int().min(1).max(LESSONS.length)),
  reason: z.enum(SICKNOTE_REASONS).optional(),
  comment: z.string().nullable().optional(),
  reporterName: z.string().nullable().optional(),
  reporterRelation: z.enum(REPORTER_RELATIONS).nullable().optional(),
  reporterPhone: z.string().nullable().optional(),
})

/** A number to call, in the order of the record; custodians without a position come last; class C. */
const Reach = z.object({ name: z.string(), relation: z.string(), phone: z.string() })

export const Sicknote = z.object({
  id: z.int(),
  pupil: PupilForAll.pick({
    id: true,
    firstname: true,
    lastname: true,
    lastname_prefix: true,
    schoolclass: true,
    schoolgrade: true,
  }),
  value: NoteValue,
  /** School days of the absence on which the child belongs to the school. */
  school_days: z.int(),
  source: z.enum(SICKNOTE_SOURCES),
  created_at: Instant,
  /** Entered today by the viewer: then a teacher may also change it or take it back. */
  is_own: z.boolean(),
  is_late: z.boolean(),
  seen_at: Instant.nullable(),
  excuse_state: z.enum(EXCUSE_STATES),
  /** Null: nothing is due. */
  excuse_due_at: z.iso.date().nullable(),
  excuse_received_at: z.iso.date().nullable(),
  cancelled_at: Instant.nullable(),
  version: Version,
  /** The keys from here on are absent for viewers. */
  /** Null: reported through the parents' link. */
  created_by_name: z.string().nullable().optional(),
  excuse_confirmed_by_name: z.string().nullable().optional(),
  certificate_requested_at: z.iso.date().nullable().optional(),
  certificate_seen_at: z.iso.date().nullable().optional(),
  leave: z
    .object({
      applied_at: z.iso.date().nullable(),
      decision: z.enum(LEAVE_DECISIONS),
      decided_by_name: z.string().nullable(),
      /** School days of leave in this school year, this one included. */
      days_of_year: z.int(),
      may_decide: z.boolean(),
    })
    .nullable()
    .optional(),
  hints: z.array(z.enum(SICKNOTE_HINTS)).optional(),
  history: z
    .array(
      z.object({
        at: Instant,
        by_name: z.string().nullable(),
        date_end: z.iso.date(),
        date_end_before: z.iso.date(),
      }),
    )
    .optional(),
  reach: z.array(Reach).optional(),
})
export type Sicknote = z.output<typeof Sicknote>

/** Most days in one list: more than a school year, but not everything ever stored. */
export const LIST_DAYS_MAX = 400
export const LIST_TOO_LONG = `Bitte höchstens ${LIST_DAYS_MAX} Tage auf einmal ansehen.`

export const SicknoteQuery = z.object({
  /** Notes that overlap these days; missing: from today on, as far as one list reaches. */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  schoolclass_id: QueryId.optional(),
  with_cancelled: QueryFlag.optional(),
})
export type SicknoteQuery = z.output<typeof SicknoteQuery>

/** Facts of the school's calendar that dialog and page need. */
export const SicknoteFormOptions = z.object({
  year: z.object({ name: z.string(), date_start: z.iso.date(), date_end: z.iso.date() }).nullable(),
  free_days: z.array(FreeDays),
  /** Classes of the active year that the viewer sees. */
  schoolclasses: z.array(z.object({ id: z.int(), classgradePlain: z.string() })),
})
export type SicknoteFormOptions = z.output<typeof SicknoteFormOptions>

/** Who enters and excuses absences: heads for the whole school, teachers for attached pupils (domain §4). */
export const SICKNOTE_EDITORS = ['manage pupil', 'view attached pupil'] as const

export const DayListForm = z.object({
  day: IsoDate,
  format: TableFormat,
  /** Missing: all; null: children without a class. */
  schoolclass_ids: z.array(Id.nullable()).min(1).max(200).optional(),
})

export const sicknoteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pupilSickNotes',
    isPolled: true,
    access: 'signed in',
    query: SicknoteQuery,
    response: z.array(Sicknote),
    summary: 'Abwesenheiten ab heute; wer nichts sehen darf, bekommt eine leere Liste',
  }),
  formOptions: endpoint({
    method: 'GET',
    path: '/api/admin/pupilSickNotes/formOptions',
    access: 'signed in',
    response: SicknoteFormOptions,
    summary: 'Kalender und Klassen für Abwesenheiten',
  }),
  missingExcuse: endpoint({
    method: 'GET',
    path: '/api/admin/pupilSickNotes/missingExcuse',
    access: SICKNOTE_EDITORS,
    isPolled: true,
    response: z.array(Sicknote),
    summary: 'Beendete Abwesenheiten, deren Entschuldigung überfällig ist',
  }),
  exportDay: endpoint({
    method: 'POST',
    path: '/api/admin/pupilSickNotes/export',
    access: 'export personal data',
    body: DayListForm,
    response: FileReply,
    isFile: true,
    isLogged: true,
    summary: 'Fehlliste eines Tages als Datei, ohne Gründe',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupilSickNotes/:id',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    response: Sicknote,
    isLogged: true,
    summary: 'Eine Krankmeldung',
  }),
}
