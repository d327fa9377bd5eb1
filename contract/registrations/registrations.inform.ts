import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id } from '#contract/formats.ts'
import { BULK_MAX } from './registrations.bulk.ts'
import { STATUS_MAIL_KINDS } from './registrations.mail-labels.ts'

/** Most families in one overview and in one file of letters; mails are sent in smaller parts. */
export const INFORM_MAX = 500

export const INFORM_TEXTS = {
  unknown: 'Diese Bewerbung gibt es nicht mehr.',
  changed: 'Die Entscheidung wurde inzwischen geändert.',
  noWay: 'Keine bestätigte E-Mail-Adresse und keine Anschrift.',
  byMail: 'Diese Familie ist per E-Mail erreichbar.',
  tooMany: 'Heute gingen dazu schon mehrere Bescheide.',
  noLetter: 'Zu keiner dieser Bewerbungen gibt es einen Brief zu schreiben.',
} as const

/** Why somebody gets neither mail nor letter; `informed` is the only reason that needs nothing from staff. */
export const INFORM_REASONS = ['informed', 'undecided', 'ended', 'deadline', 'unreachable', 'unknown'] as const
export type InformReason = (typeof INFORM_REASONS)[number]

const Family = z.object({
  id: z.int(),
  number: z.string(),
  /** First and last name of the child. */
  child: z.string(),
  kind: z.enum(STATUS_MAIL_KINDS),
  /** The people whom the mail or the letter reaches. */
  readers: z.array(z.string()),
})
export type InformFamily = z.output<typeof Family>

export const InformPlan = z.object({
  /** Families with a confirmed address. */
  mails: z.array(Family),
  /** Families without one, whose postal address is known. */
  letters: z.array(Family),
  left_out: z.array(
    z.object({
      id: z.int(),
      /** Null, like the child's name, when the application was not found. */
      number: z.string().nullable(),
      child: z.string().nullable(),
      reason: z.enum(INFORM_REASONS),
      message: z.string(),
    }),
  ),
})
export type InformPlan = z.output<typeof InformPlan>

/** What the page has shown: another decision by now is refused. */
const Decided = z.object({ id: Id, kind: z.enum(STATUS_MAIL_KINDS) })
export type Decided = z.output<typeof Decided>

const isDistinct = (families: readonly { id: number }[]) =>
  new Set(families.map(({ id }) => id)).size === families.length
const families = (most: number) => z.array(Decided).min(1).max(most).refine(isDistinct, 'Jede Bewerbung nur einmal.')

export const InformResult = z.object({
  id: z.int(),
  number: z.string().nullable(),
  child: z.string().nullable(),
  ok: z.boolean(),
  /** Who gets a mail, or why nobody does. */
  message: z.string(),
  /** The family knew already: nothing is left to do. */
  is_informed: z.boolean(),
  /** Mails that were put into the outbox. */
  sent: z.int(),
  /** The mails wait in the outbox, because none can leave now. */
  is_waiting: z.boolean(),
})
export type InformResult = z.output<typeof InformResult>

const access = 'manage pupil application'

export const registrationInformEndpoints = {
  /** Writes nothing. */
  plan: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/inform/plan',
    access,
    body: z.object({
      ids: z
        .array(Id)
        .min(1)
        .max(INFORM_MAX)
        .refine((ids) => new Set(ids).size === ids.length, 'Jede Bewerbung nur einmal.'),
    }),
    response: InformPlan,
    summary: 'Welche Familien eine E-Mail oder einen Brief bekämen und welche nicht',
  }),
  /** Never automatic (domain §2.3). Families that are informed by now are left out, so that nobody gets a mail twice. */
  send: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/inform/mails',
    access,
    body: z.object({ families: families(BULK_MAX) }),
    response: z.object({ results: z.array(InformResult) }),
    idempotent: true,
    summary: 'Mehrere Familien per E-Mail über den Status informieren; sagt zu jeder, ob es ging',
  }),
  /**
   * For families without a confirmed address, each informed as soon as the file is written. The same letter may be
   * fetched again. Who cannot get one by now stands on the last page; 409 when nobody can.
   */
  letters: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/inform/letters',
    access,
    body: z.object({ families: families(INFORM_MAX) }),
    response: FileReply,
    isFile: true,
    summary: 'Bescheide als Briefe in einer PDF-Datei',
  }),
}
