import { z } from 'zod'
import { addMonths } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { QueryId, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { day, field, readOf } from '#contract/record.ts'
import { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { PreviewFigures, PreviewQuery } from './retentions.lists.ts'
import { HOLD_MONTHS_MAX, NOTICE_DAYS, RETENTION_ACTIONS, RETENTION_REASONS } from './retentions.rules.ts'

export const RETENTION_TEXTS = {
  held: 'Die Löschung ist ausgesetzt.',
  holdEnded: 'Die Aussetzung ist beendet.',
  untilPast: 'Bitte einen Tag ab heute angeben.',
  untilFar: `Bitte höchstens ${HOLD_MONTHS_MAX} Monate ab heute.`,
  none: `In den nächsten ${NOTICE_DAYS} Tagen wird nichts gelöscht.`,
} as const

const HOLD_REASON_MAX = 300

/** Keeps an application in spite of its period. */
export const HoldForm = z.object({
  reason: field(Text(HOLD_REASON_MAX), z.string(), {
    label: 'Grund',
    kind: 'lines',
    max: HOLD_REASON_MAX,
    hint: 'Zum Beispiel: Die Familie hat Widerspruch eingelegt. Der Grund steht im Verlauf der Bewerbung.',
  }),
  until: day('Aufbewahren bis'),
})
export type HoldForm = z.output<typeof HoldForm>

export const RetentionHold = readOf(HoldForm).extend({ by: z.string().nullable() })
export type RetentionHold = z.output<typeof RetentionHold>

export const RetentionEntry = z.object({
  reason: z.enum(RETENTION_REASONS),
  action: z.enum(RETENTION_ACTIONS),
  due_on: z.iso.date(),
})

const PreviewFacts = z.object({
  registration_id: z.int(),
  number: z.string(),
  child_firstname: z.string(),
  child_lastname: z.string(),
  desired_grade: z.int(),
  school_year: z.string(),
  status: RegistrationStatus,
  /** In the bin it has no page of its own, but can be restored as long as it is on hold. */
  is_binned: z.boolean(),
})

export const DueRow = PreviewFacts.extend(RetentionEntry.shape)
export type DueRow = z.output<typeof DueRow>

/** Kept beyond its period by a hold. */
export const HeldRow = PreviewFacts.extend({ hold: RetentionHold })
export type HeldRow = z.output<typeof HeldRow>

export const RetentionPreview = PreviewFigures.extend({
  /** Deletions within `NOTICE_DAYS` and questions to ask, the soonest first. */
  due: z.array(DueRow),
  /** Sorted by the end of the hold. */
  held: z.array(HeldRow),
})
export type RetentionPreview = z.output<typeof RetentionPreview>

/** The retention of one application, for its page. */
export const RegistrationRetention = z.object({
  entries: z.array(RetentionEntry),
  hold: RetentionHold.nullable(),
})
export type RegistrationRetention = z.output<typeof RegistrationRetention>

/** Why this day cannot be the end of a hold, or undefined. */
export const untilRefusal = (until: string, today: string) => {
  if (until < today) return RETENTION_TEXTS.untilPast
  return until > addMonths(today, HOLD_MONTHS_MAX) ? RETENTION_TEXTS.untilFar : undefined
}

const access = 'manage pupil application'
const params = z.object({ registrationId: QueryId })

export const retentionEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/api/admin/retention/preview',
    access,
    query: PreviewQuery,
    response: RetentionPreview,
    summary: `Löschvorschau: was in den nächsten ${NOTICE_DAYS} Tagen gelöscht wird und was ausgesetzt ist`,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/retention/:registrationId',
    access,
    params,
    response: RegistrationRetention,
    summary: 'Wann eine Bewerbung gelöscht wird und ob das ausgesetzt ist',
  }),
  /** Replaces an existing hold; 422 for a day that `untilRefusal` rejects. It is possible in the bin as well. */
  hold: endpoint({
    method: 'PUT',
    path: '/api/admin/retention/:registrationId/hold',
    access,
    params,
    body: HoldForm,
    response: MessageReply,
    summary: 'Löschung einer Bewerbung aussetzen',
  }),
  /** An application that is due by then stays in the preview for `NOTICE_DAYS` first (ADR 0024). */
  endHold: endpoint({
    method: 'DELETE',
    path: '/api/admin/retention/:registrationId/hold',
    access,
    params,
    response: MessageReply,
    summary: 'Aussetzung der Löschung beenden',
  }),
}
