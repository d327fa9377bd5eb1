import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, MultilineText, QueryId, Version } from '#contract/formats.ts'
import { MailPreview } from '#contract/mailwordings/mailwordings.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { STATUS_MAIL_KINDS } from './registrations.mail-labels.ts'

/** Longest personal text that staff add to a status mail, in characters. */
export const ADDITION_MAX = 1000

export const STATUS_MAIL_TEXTS = {
  nothingToTell: 'Zu einer neuen Bewerbung gibt es noch nichts mitzuteilen.',
  nobody: 'Keine Adresse dieser Bewerbung ist bestätigt. Bitte rufen Sie an oder schreiben Sie einen Brief.',
  noAddress: 'Zu dieser Bewerbung gibt es keine E-Mail-Adresse. Bitte rufen Sie an oder schreiben Sie einen Brief.',
  notVerified: 'Diese Adresse ist nicht bestätigt.',
  chooseSomeone: 'Bitte mindestens eine Person auswählen.',
  /** `day` as dd.MM.yyyy. */
  sentBefore: (label: string, day: string) => `${label} schon am ${day} gesendet.`,
  letterBefore: (label: string, day: string) => `${label} schon am ${day} als Brief geschrieben.`,
  phoneBefore: (label: string, day: string) => `${label} schon am ${day} telefonisch mitgeteilt.`,
  waitingBefore: (label: string) => `${label} wartet auf den Versand.`,
  noDeadline:
    'Im Text steht eine Frist, aber bei der Bewerbung ist keine eingetragen. Bitte zuerst „Bestätigen bis“ eintragen.',
  deadlineOver: 'Die Frist zur Bestätigung ist schon vorbei.',
  tooMany: 'Zu dieser Bewerbung gingen heute schon mehrere Bescheide. Bitte rufen Sie an.',
  notFailed: 'Diese E-Mail ist nicht fehlgeschlagen.',
  addressChanged: 'Die Adresse wurde inzwischen geändert.',
  newerMail: 'Inzwischen ging eine neuere E-Mail dieser Art an die Adresse.',
} as const

/** Why a contact gets no status mail. */
export const UNREACHABLE_LABELS = {
  none: 'keine E-Mail-Adresse',
  unverified: 'Adresse nicht bestätigt',
} as const
const UNREACHABLE_REASONS = Object.keys(UNREACHABLE_LABELS) as (keyof typeof UNREACHABLE_LABELS)[]

const Addition = MultilineText(ADDITION_MAX)

export const StatusMailPreview = z.object({
  kind: z.enum(STATUS_MAIL_KINDS),
  /** The version of the application: `send` refuses when it differs from the preview. */
  version: z.int(),
  mail: MailPreview,
  recipients: z.array(z.object({ contact_id: Id, fullname: z.string(), mail: z.string() })),
  unreachable: z.array(z.object({ contact_id: Id, fullname: z.string(), reason: z.enum(UNREACHABLE_REASONS) })),
  /** When the last mail or letter reported the same decision; otherwise null. */
  sent_before: z
    .object({ at: Instant, by: z.string().nullable(), by_letter: z.boolean(), by_phone: z.boolean() })
    .nullable(),
  /** Hints before sending; a refusal of `send` comes first. */
  hints: z.array(z.string()),
})
export type StatusMailPreview = z.output<typeof StatusMailPreview>

const access = 'manage pupil application'

export const registrationMailEndpoints = {
  /** Writes nothing. 409 when withdrawn, transformed or new. */
  previewStatusMail: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/:id/statusMail/preview',
    access,
    params: IdParam,
    body: z.object({ addition: Addition }),
    response: StatusMailPreview,
    summary: 'Den Bescheid zum jetzigen Status ansehen',
  }),
  /**
   * Never automatic (domain §2.3). 409 with `sent_at` when the last mail reported the same and `again` is not set, and
   * when the status was changed since `version`; 422 for a contact whose address is not confirmed; 429 after many mails
   * in a day.
   */
  sendStatusMail: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/:id/statusMail',
    access,
    params: IdParam,
    body: z.object({
      addition: Addition,
      contact_ids: z.array(Id).min(1, { error: STATUS_MAIL_TEXTS.chooseSomeone }).max(2),
      version: Version,
      again: z.boolean().default(false),
    }),
    response: MessageReply,
    idempotent: true,
    summary: 'Sorgeberechtigte per E-Mail über den Status informieren',
  }),
  /**
   * Notes a call, or takes the note back. 409 when withdrawn, transformed or new, when the status was changed since
   * `version`, and when the family was informed before.
   */
  tellByPhone: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/toldByPhone',
    access,
    params: IdParam,
    body: z.object({ is_told: z.boolean(), version: Version }),
    /** When the family was informed of the present decision; null: nobody informed it. */
    response: z.object({ told_at: Instant.nullable() }),
    summary: 'Eintragen, dass die Familie telefonisch informiert wurde',
  }),
  /**
   * 409 when `may_resend` is false: it did not fail, its address has changed or needs no confirmation, a later mail of
   * its kind is waiting or arrived, or the application is withdrawn; 429 within a minute.
   */
  resendMail: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/:id/mail/:mailId/resend',
    access,
    params: z.object({ id: QueryId, mailId: QueryId }),
    response: MessageReply,
    summary: 'Eine fehlgeschlagene E-Mail noch einmal senden',
  }),
}
