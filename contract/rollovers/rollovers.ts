import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { cleanLine, GradeNumber, Id, IdParam, Instant, QueryId } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import type { Permission } from '#contract/permissions.ts'
import { SCHOOL_TYPES } from '#contract/schools/schools.facts.ts'
import { RolloverCounts, RolloverRow, rolloverList } from './rollovers.state.ts'

/** A plan names each exception, and a large school has many. */
const PLAN_BYTES_MAX = 1024 * 1024

/** Domain §3.4: what happens to a pupil. */
export const ROLLOVER_DECISIONS = ['promote', 'repeat', 'skip', 'leave'] as const
export type RolloverDecision = (typeof ROLLOVER_DECISIONS)[number]
export const ROLLOVER_DECISION_LABELS: Record<RolloverDecision, string> = {
  promote: 'wird versetzt',
  repeat: 'wiederholt',
  skip: 'überspringt eine Stufe',
  leave: 'verlässt die Schule',
}

/** The target of a group whose class is still open. */
export const OPEN_CLASS = 'Klasse noch offen'

/** Domain §1.5. */
export const NEXT_SCHOOL_MAX = 120

/** Why a pupil gets no class in the year change, or only one that somebody chose. */
export const ROLLOVER_REASONS = {
  already_placed: 'hat schon eine Zuordnung im neuen Schuljahr',
  leaving_grade: 'Abschluss nach der letzten Klassenstufe',
  leaves: 'verlässt die Schule',
  left_before: 'geht schon vor dem Ende des Schuljahrs ab',
  class_open: 'Zielklasse noch offen',
  next_inactive: 'die folgende Klassenstufe ist nicht aktiv',
} as const
export const ROLLOVER_REASON_KEYS = Object.keys(ROLLOVER_REASONS) as (keyof typeof ROLLOVER_REASONS)[]
export type RolloverReason = keyof typeof ROLLOVER_REASONS

/** Reasons of leaving to choose from; the leaving grade has 'graduated'. */
export const LEAVING_REASONS = ['graduated', 'moved', 'school_change', 'contract_end', 'other'] as const

/**
 * The target of a group: `open` (grade known, class not), `class:12` (a class of the new year), or a class that the
 * year change creates: `new:5:a`, mixed-age `new:1-2:Füchse`.
 */
export const RolloverTarget = z
  .string()
  .max(60)
  .regex(/^(open|class:\d{1,15}|new:\d{1,2}(-\d{1,2})?:[^\p{Cc}\p{Cs}]{1,30})$/u)
export type RolloverTarget = z.output<typeof RolloverTarget>

/** Decisions that differ from the proposals; everything else follows the proposals. */
export const RolloverPlan = z.object({
  from_year_id: Id,
  to_year_id: Id,
  /** For all pupils of a class who come to this grade. */
  targets: z
    .array(z.object({ schoolclass_id: Id, to_grade: GradeNumber, target: RolloverTarget }))
    .max(300)
    .default([]),
  pupils: z
    .array(
      z.object({
        pupil_id: Id,
        decision: z.enum(ROLLOVER_DECISIONS),
        /** A target that replaces the one of the class. */
        target: RolloverTarget.optional(),
        exit_reason: z.enum(LEAVING_REASONS).optional(),
        /** For pupils who leave; missing: the stored value stays, empty: it is removed. */
        next_school: z.string().overwrite(cleanLine).max(NEXT_SCHOOL_MAX).optional(),
      }),
    )
    .max(3000)
    .default([]),
  /** Class teachers and assigned employees move on to the class that follows theirs. */
  copies_teachers: z.boolean().default(true),
})
export type RolloverPlan = z.output<typeof RolloverPlan>

/** A plan as it is stored between two visits; each save gives it another `version`. */
const SavedPlan = z.object({
  plan: RolloverPlan,
  version: z.uuid(),
  saved_at: Instant,
  saved_by: z.string().nullable(),
  /** Decisions that were dropped because the pupil left or the class no longer exists. */
  dropped: z.int(),
})
export type SavedPlan = z.output<typeof SavedPlan>

const PlanQuery = z.object({ to_year_id: QueryId })

const TargetOption = z.object({ target: RolloverTarget, label: z.string(), is_new: z.boolean() })

/**
 * Pupils of one class who come to the same grade without a decision of their own; `from_grade` is the grade of most of
 * them.
 */
const RolloverGroup = z.object({
  schoolclass_id: Id,
  classgradePlain: z.string(),
  from_grade: z.int(),
  to_grade: z.int(),
  pupil_count: z.int(),
  target: RolloverTarget,
  target_label: z.string(),
  /** Possible targets, the proposal first. */
  options: z.array(TargetOption),
})

/** The outcome for one pupil. */
const RolloverPupil = z.object({
  pupil_id: Id,
  lastname: z.string(),
  lastname_prefix: z.string().nullable(),
  firstname: z.string(),
  from_class: z.string().nullable(),
  from_grade: z.int().nullable(),
  /** Null: there is no proposal and nothing was chosen; the pupil stays in the old year. */
  decision: z.enum(ROLLOVER_DECISIONS).nullable(),
  /** The proposal without the plan's decision. */
  proposed: z.enum(ROLLOVER_DECISIONS).nullable(),
  to_grade: z.int().nullable(),
  /** The name of the class; null while it is open or there is none. */
  to_class: z.string().nullable(),
  target: RolloverTarget.nullable(),
  exit_reason: z.enum(LEAVING_REASONS).nullable(),
  /** For pupils who leave. */
  next_school: z.string().nullable(),
  /** Why the pupil does not simply move to the next class. */
  reason: z.enum(ROLLOVER_REASON_KEYS).nullable(),
})
export type RolloverPupil = z.output<typeof RolloverPupil>

/** A class of the new year after the change. */
const RolloverClass = z.object({
  target: RolloverTarget,
  classgradePlain: z.string(),
  grade: z.int(),
  /** The highest grade of a mixed-age group. */
  grade_to: z.int().nullable(),
  is_new: z.boolean(),
  /** Includes pupils who were there before. */
  pupil_count: z.int(),
  capacity: z.int().nullable(),
  teachers: z.array(z.string()),
})

export const RolloverReport = z.object({
  from_year: z.object({ id: Id, name: z.string(), date_end: z.iso.date() }),
  to_year: z.object({ id: Id, name: z.string(), date_start: z.iso.date() }),
  groups: z.array(RolloverGroup),
  pupils: z.array(RolloverPupil),
  classes: z.array(RolloverClass),
  /**
   * The first five add up to all pupils; `skipped`: already has a place or leaves earlier; `undecided`: stays in the
   * old year.
   */
  counts: RolloverCounts,
  copies_teachers: z.boolean(),
  /** A hash of everything above: the commit refuses when anything has changed since the rehearsal. */
  fingerprint: z.string(),
})
export type RolloverReport = z.output<typeof RolloverReport>

/** Domain §3.4: a year change needs the rights to change years and pupils. */
export const mayRollOver = (permissions: readonly Permission[]) =>
  permissions.includes('manage schoolyear') && permissions.includes('manage pupil')

/** Fixed texts of answers. */
export const ROLLOVER_TEXTS = {
  notNext: 'Das neue Schuljahr muss auf das alte folgen.',
  notBegun: 'Dieses Schuljahr hat noch nicht begonnen.',
  notPlanned: 'In ein abgeschlossenes Schuljahr kann niemand versetzt werden.',
  changed: 'Seit der Probe hat sich etwas geändert. Bitte sehen Sie sich die Probe noch einmal an.',
  badTarget: 'Diese Zielklasse gibt es nicht.',
  badDecision: 'Das ist für dieses Kind nicht möglich.',
  planChanged: 'Die Planung wurde inzwischen geändert.',
  planGone: 'Die Planung wurde inzwischen verworfen oder durchgeführt.',
  nothingToDo: 'Es ist nichts mehr zu tun: Alle Kinder haben schon einen Platz oder gehen ab.',
  onlyUndecided: 'Es wurde nichts geändert: Für die übrigen Kinder ist noch nicht entschieden, was geschieht.',
  undone: 'Dieser Schuljahreswechsel wurde schon zurückgenommen.',
  newerExists: 'Es gibt einen späteren Schuljahreswechsel; bitte nehmen Sie zuerst diesen zurück.',
  hasBegun: 'Das neue Schuljahr hat begonnen.',
  isOver: 'Das neue Schuljahr ist schon vorbei.',
  changedSince: (what: string) => `Im neuen Schuljahr wurde schon etwas geändert: ${what}.`,
} as const

export const rolloverEndpoints = {
  list: rolloverList,
  rehearse: endpoint({
    method: 'POST',
    path: '/api/admin/rollover/rehearse',
    access: 'manage schoolyear',
    body: RolloverPlan,
    response: RolloverReport,
    maxBodyBytes: PLAN_BYTES_MAX,
    summary: 'Probe: was der Schuljahreswechsel täte, ohne etwas zu ändern',
  }),
  plan: endpoint({
    method: 'GET',
    path: '/api/admin/rollover/plan',
    access: 'manage schoolyear',
    query: PlanQuery,
    /** Null while there is no plan. */
    response: z.object({ kept: SavedPlan.nullable() }),
    summary: 'Begonnene Planung des Wechsels in ein Schuljahr',
  }),
  savePlan: endpoint({
    method: 'PUT',
    path: '/api/admin/rollover/plan',
    access: 'manage schoolyear',
    /**
     * Without `version` there must be no plan yet. 409 with `version`, `saved_at` and `saved_by` when there is another
     * one by now.
     */
    body: z.object({ plan: RolloverPlan, version: z.uuid().optional() }),
    response: SavedPlan.pick({ version: true, saved_at: true }),
    maxBodyBytes: PLAN_BYTES_MAX,
    summary: 'Planung des Schuljahreswechsels aufheben, ohne etwas daraus durchzuführen',
  }),
  discardPlan: endpoint({
    method: 'DELETE',
    path: '/api/admin/rollover/plan',
    access: 'manage schoolyear',
    query: PlanQuery.extend({ version: z.uuid() }),
    response: MessageReply,
    summary: 'Begonnene Planung verwerfen; nur die, die man gesehen hat',
  }),
  commit: endpoint({
    method: 'POST',
    path: '/api/admin/rollover',
    access: 'manage schoolyear',
    body: RolloverPlan.extend({ fingerprint: z.string().max(100) }),
    /**
     * When nothing was left to do, `id` is that of the earlier change, null if there is none. The report is left out:
     * replies are stored for repeats, and names of pupils do not belong there.
     */
    response: MessageReply.extend({ id: Id.nullable() }),
    status: 201,
    idempotent: true,
    maxBodyBytes: PLAN_BYTES_MAX,
    summary: 'Schuljahreswechsel durchführen, ganz oder gar nicht',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/rollover/:id',
    access: 'manage schoolyear',
    params: IdParam,
    response: RolloverRow.extend({ report: RolloverReport, school_type: z.enum(SCHOOL_TYPES) }),
    summary: 'Bericht über einen Schuljahreswechsel',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/rollover/:id/undo',
    access: 'manage schoolyear',
    params: IdParam,
    response: MessageReply,
    summary:
      'Einen Schuljahreswechsel zurücknehmen, solange das neue Jahr nicht begonnen hat und darin nichts geändert wurde',
  }),
}
