import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, IsoDate, OptionalText, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { NewSicknoteFields, SICKNOTE_PUPILS_MAX, SicknoteFields } from './sicknote.record.ts'
import { REPORTER_NAME_MAX, REPORTER_RELATIONS, SICKNOTE_COMMENT_MAX, SICKNOTE_REASONS } from './sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from './sicknotes.rules.ts'
import { NoteTimes, timesRule } from './sicknotes.times.ts'
import { LEAVE_DECISIONS, SICKNOTE_EDITORS, SICKNOTE_SOURCES } from './sicknotes.ts'

const days = { dateStart: IsoDate, dateEnd: IsoDate.nullish() }

const orderRule = (
  { dateStart, dateEnd }: { dateStart: string; dateEnd?: string | null | undefined },
  context: z.RefinementCtx,
) => {
  if (dateEnd && dateEnd < dateStart)
    context.addIssue({ code: 'custom', path: ['dateEnd'], message: SICKNOTE_TEXTS.endBeforeStart })
}

/** An entry by staff, for one or several children. For a teacher the source is always `teacher`, whatever was sent. */
export const NewSicknoteForm = z
  .object({
    pupil_ids: NewSicknoteFields.shape.pupil_ids,
    ...days,
    reason: z.enum(SICKNOTE_REASONS).default('sick'),
    source: z.enum(['phone', 'mail', 'staff', 'teacher']).default('phone'),
    comment: OptionalText(SICKNOTE_COMMENT_MAX),
    reporterName: OptionalText(REPORTER_NAME_MAX),
    reporterRelation: z.enum(REPORTER_RELATIONS).nullish(),
    reporterPhone: SicknoteFields.shape.reporterPhone.optional(),
    /** The decision about a leave; missing: it waits. */
    leave_decision: z.enum(LEAVE_DECISIONS).default('pending'),
    /** The user knows that the days contain no school day. */
    accepts_free_days: z.boolean().default(false),
    /** Notes for the same days with another reason, which the user saw and wants to change (`OtherReasons`). */
    replaces: z
      .array(z.object({ id: Id, version: Version }))
      .max(SICKNOTE_PUPILS_MAX)
      .default([]),
  })
  .extend(NoteTimes.shape)
  .superRefine(orderRule)
  .superRefine(timesRule)
export type NewSicknoteForm = z.output<typeof NewSicknoteForm>

/** Days and part of a day after a change. */
export const NoteDays = z
  .object({ dateStart: IsoDate, dateEnd: IsoDate })
  .extend(NoteTimes.shape)
  .superRefine(orderRule)
  .superRefine(timesRule)
export type NoteDays = z.output<typeof NoteDays>

/**
 * Only the changed keys. After the first day only `dateEnd`, and `lessons` of a part of a day, because parents report
 * times: anything else means to cancel and enter anew (domain §1.11).
 */
export const SicknoteChange = SicknoteFields.extend({ accepts_free_days: z.boolean() })
  .partial()
  .extend({ version: Version.optional() })
export type SicknoteChange = z.output<typeof SicknoteChange>

const OtherReason = z.object({
  id: Id,
  version: Version,
  pupil_id: Id,
  /** Vorname Nachname of the child. */
  name: z.string(),
  reason: z.enum(SICKNOTE_REASONS),
  source: z.enum(SICKNOTE_SOURCES),
  created_at: Instant,
  /** A yes cancels the note and enters the absence anew; otherwise the note gets the new reason. */
  is_replaced: z.boolean(),
})
export type OtherReason = z.output<typeof OtherReason>

/** The 409 on entering has these beside its message: notes for the same days with another reason. */
export const OtherReasons = z.object({ other_reasons: z.array(OtherReason).min(1) })

const ids = z.array(Id).min(1).max(500)

/** The chosen notes that were changed, so that only these are undone; the others were in that state already. */
const ChangedReply = MessageReply.extend({ changed_ids: z.array(z.int()) })

export const SICKNOTE_CHANGE_TEXTS = {
  otherReason: (names: string) => `An diesen Tagen ist schon ein anderer Grund gemeldet: ${names}.`,
  reasonOfOffice: 'Den Grund ändert das Sekretariat.',
  notTeachersReason: 'Diesen Grund trägt das Sekretariat ein.',
  onlyEnd:
    'Nach dem ersten Tag lässt sich nur noch das Ende ändern. Bitte löschen Sie die Meldung und tragen Sie sie neu ein.',
  isCancelled: 'Diese Meldung ist gelöscht.',
  reasonIsBack: 'Der vorherige Grund steht wieder da.',
  noReasonBefore: 'Der vorherige Grund lässt sich nicht mehr zurückholen.',
  isNoLeave: 'Über diese Abwesenheit ist nichts zu entscheiden.',
  decidedByHead: 'Das hat die Schulleitung entschieden.',
  mayNotDecide: 'Über diese Beurlaubung entscheidet die Schulleitung.',
  beyondHead: 'Über mehr als 20 Schultage im Schuljahr entscheidet das Schulamt.',
  outsideMembership: (name: string) => `${name} gehört in diesem Zeitraum nicht zur Schule.`,
  noYear: 'Für diesen Zeitraum ist noch kein Schuljahr angelegt.',
  tooLong: 'Bitte höchstens ein Schuljahr auf einmal eintragen.',
} as const

export const sicknoteChangeEndpoints = {
  add: endpoint({
    method: 'POST',
    path: '/api/admin/pupilSickNotes',
    access: SICKNOTE_EDITORS,
    body: NewSicknoteForm,
    response: MessageReply.extend({
      ids: z.array(z.int()),
      /** Children who already had the same absence. */
      known_pupil_ids: z.array(z.int()),
      /** Notes that were cancelled because of their other reason: to undo, cancel `ids` and restore these. */
      replaced_ids: z.array(z.int()),
      /** Notes whose reason was changed, with their new version: to undo, call `restoreReason`. */
      mended: z.array(z.object({ id: z.int(), version: Version })),
    }),
    status: 201,
    idempotent: true,
    summary: 'Abwesenheit eintragen, für ein Kind oder mehrere',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/pupilSickNotes/:id',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    body: SicknoteChange,
    response: MessageReply.extend({ version: Version }),
    summary: 'Abwesenheit ändern; nach dem ersten Tag nur ihr Ende',
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/admin/pupilSickNotes/:id/cancel',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    response: MessageReply,
    summary: 'Meldung löschen (stornieren)',
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/admin/pupilSickNotes/:id/restore',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    response: MessageReply,
    summary: 'Eine gelöschte Meldung wiederherstellen',
  }),
  restoreReason: endpoint({
    method: 'PUT',
    path: '/api/admin/pupilSickNotes/:id/restoreReason',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    body: z.object({ version: Version }),
    response: MessageReply,
    summary: 'Den Grund zurücknehmen, der beim Eintragen geändert wurde',
  }),
  see: endpoint({
    method: 'POST',
    path: '/api/admin/pupilSickNotes/seen',
    access: SICKNOTE_EDITORS,
    body: z.object({ ids, seen: z.boolean().default(true) }),
    response: ChangedReply,
    summary: 'Meldungen als gesehen kennzeichnen',
  }),
  excuse: endpoint({
    method: 'POST',
    path: '/api/admin/pupilSickNotes/excuse',
    access: SICKNOTE_EDITORS,
    /**
     * `before`: the state of each note before this user last entered one; a state that somebody else entered since
     * stays.
     */
    body: z.object({ ids, state: z.enum(['open', 'excused', 'unexcused', 'before']) }),
    response: ChangedReply,
    summary: 'Entschuldigungen eintragen, auch für viele Meldungen',
  }),
  certificate: endpoint({
    method: 'POST',
    path: '/api/admin/pupilSickNotes/:id/certificate',
    access: 'manage pupil',
    params: IdParam,
    body: z.object({ requested: z.boolean().optional(), seen: z.boolean().optional() }),
    response: MessageReply,
    summary: 'Attest verlangen, als gesehen eintragen oder beides zurücknehmen',
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/admin/pupilSickNotes/:id/decide',
    access: SICKNOTE_EDITORS,
    params: IdParam,
    body: z.object({ decision: z.enum(LEAVE_DECISIONS) }),
    response: MessageReply,
    summary: 'Über eine Beurlaubung entscheiden',
  }),
}
