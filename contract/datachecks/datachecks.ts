import { z } from 'zod'
import { LEFT_OUT_REASONS, mailWords } from '#contract/circulars/circulars.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Instant, IsoDate } from '#contract/formats.ts'
import { MAIL_TROUBLES } from '#contract/mail-trouble.ts'
import { MailPreview } from '#contract/mailwordings/mailwordings.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { DATA_CHECK_TEXTS } from './datachecks.texts.ts'

/** Who is asked; exactly one of the three is chosen. */
const Audience = z.object({
  is_whole_school: z.boolean(),
  grade_ids: z.array(Id).max(20),
  class_ids: z.array(Id).max(100),
  /** Whoever has answered about the same children in a round that still runs is not asked again. */
  skips_answered: z.boolean().default(true),
})
export type DataCheckAudience = z.output<typeof Audience>

const isChosen = ({ is_whole_school, grade_ids, class_ids }: DataCheckAudience) =>
  [is_whole_school, grade_ids.length > 0, class_ids.length > 0].filter(Boolean).length === 1
const NOBODY_CHOSEN = { path: ['class_ids'], message: DATA_CHECK_TEXTS.nobodyChosen }

/** The placeholders are those of a circular to parents. */
const MailWords = mailWords('families')

/** `reader_count`: how many people the page has shown; 409 when it is another number by now. */
export const DataCheckStart = Audience.extend({ ...MailWords, ends_on: IsoDate, reader_count: z.int().min(1) }).refine(
  isChosen,
  NOBODY_CHOSEN,
)
export const DataCheckPreview = Audience.extend({ ...MailWords, ends_on: IsoDate, reader_id: Id }).refine(
  isChosen,
  NOBODY_CHOSEN,
)

/** Why somebody is not asked, in the words of the page. */
export const NOT_ASKED_REASONS = {
  no_custody: LEFT_OUT_REASONS.no_custody,
  of_age: LEFT_OUT_REASONS.of_age,
  nobody: LEFT_OUT_REASONS.nobody,
  blocked: 'mit Sperrvermerk: bitte persönlich sprechen',
  answered: 'mit Antwort im laufenden Datenabgleich',
} as const
export type NotAskedReason = keyof typeof NOT_ASKED_REASONS

export const NotAsked = z.object({
  pupil_id: Id,
  child: z.string(),
  /** Null where it is about the child alone. */
  guardian_id: Id.nullable(),
  name: z.string().nullable(),
  reason: z.enum(Object.keys(NOT_ASKED_REASONS) as [NotAskedReason, ...NotAskedReason[]]),
})
export type NotAsked = z.output<typeof NotAsked>

/** `is_mailed` false: there is no usable address, so a letter takes the link. */
const PlannedReader = z.object({ id: Id, name: z.string(), children: z.string(), is_mailed: z.boolean() })
export type PlannedReader = z.output<typeof PlannedReader>

/** `decided`: the office has decided about everything that was sent. */
export const READER_STATES = ['changed', 'open', 'confirmed', 'decided'] as const
export type ReaderState = (typeof READER_STATES)[number]
export const READER_STATE_LABELS: Record<ReaderState, string> = {
  changed: 'hat Änderungen geschickt',
  open: 'noch keine Antwort',
  confirmed: 'alles stimmt',
  decided: 'Änderungen bearbeitet',
}

const Counts = z.object({
  all: z.int(),
  open: z.int(),
  confirmed: z.int(),
  changed: z.int(),
  decided: z.int(),
  by_letter: z.int(),
})

export const DataCheckRow = z.object({
  id: Id,
  audience: z.string(),
  ends_on: z.iso.date(),
  /** Neither ended by the office nor past its last day. */
  is_running: z.boolean(),
  counts: Counts,
  created_at: Instant,
  created_by: z.string().nullable(),
})
export type DataCheckRow = z.output<typeof DataCheckRow>

const CheckReader = PlannedReader.extend({
  /** The row in this round; `id` is that of the guardian. */
  reader_id: Id,
  pupil_id: Id.nullable(),
  state: z.enum(READER_STATES),
  answered_at: Instant.nullable(),
  /** The office has entered this answer after a call; while the round runs it can be taken back. */
  is_by_phone: z.boolean(),
  /** No child of this person that the round asks about goes to the school any more. */
  is_over: z.boolean(),
  /** Why the mail has not left; null when it has, or nothing is wrong. */
  trouble: z.enum(MAIL_TROUBLES).nullable(),
})
export type CheckReader = z.output<typeof CheckReader>

export const DataCheckDetails = DataCheckRow.extend({
  subject: z.string(),
  readers: z.array(CheckReader),
  left_out: z.array(NotAsked),
  /** Mails of this round that wait in the outbox. */
  waiting: z.int(),
  reminded_at: Instant.nullable(),
  /** Whether a reminder can go out today. */
  may_remind: z.boolean(),
  /** The first day on which the next one can. */
  remind_from: z.iso.date(),
})
export type DataCheckDetails = z.output<typeof DataCheckDetails>

const access = 'manage pupil'

export const dataCheckEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/dataCheck',
    access,
    response: z.array(DataCheckRow),
    summary: 'Datenabgleiche der Schule, neueste zuerst',
  }),
  /** A POST because of the lists; it changes nothing. */
  plan: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/plan',
    access,
    body: Audience.refine(isChosen, NOBODY_CHOSEN),
    /** `running`: rounds that ask some of these people already. */
    response: z.object({
      readers: z.array(PlannedReader),
      left_out: z.array(NotAsked),
      running: z.array(DataCheckRow),
    }),
    summary: 'Wer bei einem Datenabgleich gefragt würde, und wer nicht',
  }),
  /** The wording of the newest round, otherwise that of the product. */
  wording: endpoint({
    method: 'GET',
    path: '/api/admin/dataCheck/wording',
    access,
    response: z.object({ subject: z.string(), body: z.string() }),
    summary: 'Der Text, mit dem die Schule zuletzt gefragt hat',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/preview',
    access,
    body: DataCheckPreview,
    response: MailPreview,
    summary: 'Die E-Mail zum Datenabgleich, wie eine bestimmte Person sie liest',
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck',
    access,
    body: DataCheckStart,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Einen Datenabgleich beginnen',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/dataCheck/:id',
    access,
    params: IdParam,
    response: DataCheckDetails,
    isPolled: true,
    summary: 'Ein Datenabgleich mit dem Stand je Person',
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/:id/remind',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Alle erinnern, die noch nicht geantwortet haben',
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/:id/end',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Einen Datenabgleich vor seinem Tag beenden',
  }),
  letters: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/:id/letters',
    access,
    params: IdParam,
    /** Empty: everybody whom no mail reaches and who has not answered. */
    body: z.object({
      reader_ids: z.array(Id).max(2000),
      /** A second page with the stored data and lines to write on. */
      with_data: z.boolean().default(false),
    }),
    response: FileReply,
    isFile: true,
    summary: 'Briefe mit Link und QR-Code als PDF',
  }),
}
