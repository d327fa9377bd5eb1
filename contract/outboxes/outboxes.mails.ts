import { z } from 'zod'
import { LeftOut } from '#contract/circulars/circulars.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Email, Id, IdParam, Instant, IsoDate, Page, QueryFlag, QueryId, Several, Text } from '#contract/formats.ts'
import { MailState } from '#contract/mail-states.ts'
import { MAIL_TROUBLES } from '#contract/mail-trouble.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { MAIL_LABELS } from '#contract/registrations/registrations.mail-labels.ts'

/** What mails of a school are about, each with the names of its mails by template. */
export const OUTBOX_KINDS = {
  registration: { label: 'Bewerbungen', mails: MAIL_LABELS },
  circular: { label: 'Rundmails', mails: { circular: 'Rundmail' } },
  data_check: {
    label: 'Datenabgleich',
    mails: { data_check: 'Datenabgleich', data_check_reminder: 'Datenabgleich: Erinnerung' },
  },
  absence: {
    label: 'Abwesenheit',
    mails: {
      sicknote_report: 'Abwesenheit gemeldet',
      sicknote_taken_back: 'Abwesenheit zurückgenommen',
      pupil_links: 'Elternlinks',
      pupil_own_link: 'Eigener Link zum Abmelden',
    },
  },
  digest: {
    label: 'An die Schule',
    mails: {
      registration_arrivals: 'Neue Bewerbungen',
      registration_purges: 'Bewerbungen, die bald gelöscht werden',
      sicknote_digest: 'Abwesende am Morgen',
    },
  },
} as const satisfies Record<string, { label: string; mails: Record<string, string> }>
export type OutboxKind = keyof typeof OUTBOX_KINDS
const KINDS = Object.keys(OUTBOX_KINDS) as OutboxKind[]

const mailsOf = (kind: OutboxKind): Record<string, string> => OUTBOX_KINDS[kind].mails

/** The names of the templates of these kinds. */
export const templatesOf = (kinds: readonly OutboxKind[]) => kinds.flatMap((kind) => Object.keys(mailsOf(kind)))

export const kindOf = (template: string) => KINDS.find((kind) => Object.hasOwn(mailsOf(kind), template))

/** The name of a mail; one of a former version of the program has none of its own. */
export const outboxMailLabel = (template: string) => {
  const kind = kindOf(template)
  return (kind && mailsOf(kind)[template]) ?? 'E-Mail'
}

/** Fixed texts of answers and refusals. */
export const OUTBOX_TEXTS = {
  again: 'Die E-Mail wird noch einmal gesendet.',
  notFailed: 'Diese E-Mail ist nicht fehlgeschlagen.',
  elsewhere: 'Diese E-Mail senden Sie auf der Seite noch einmal, um die es darin geht.',
  addressChanged: 'Die Adresse ist inzwischen eine andere. Bitte schreiben Sie der Person neu.',
} as const

/** What is written to many people at once: their mails can be listed as one line. Each has a template of the same name. */
export const MAILINGS = ['circular', 'data_check'] as const
export type Mailing = (typeof MAILINGS)[number]

/** The mailing that a mail is part of, by its template. */
export const mailingOf = (template: string) => MAILINGS.find((mailing) => kindOf(template) === mailing)

/** The page that a mail is about. */
export const OUTBOX_PAGES = ['registration', 'pupil', 'employee', ...MAILINGS] as const

export const OutboxMail = z.object({
  id: Id,
  template: z.string(),
  /** Whoever gets it; null for mails to the school, and for people whom the viewer may not see or who are deleted. */
  name: z.string().nullable(),
  /** `m***@example.org`: the address itself is not kept. Null like the name, but for mails to the school. */
  address: z.string().nullable(),
  /** `Mia Müller (3a), Ben Müller (5b)`: the children that a mailing was about for this reader; null for other mails. */
  children: z.string().nullable(),
  about: z.object({ page: z.enum(OUTBOX_PAGES), id: Id, text: z.string() }).nullable(),
  /** The page with the address of the reader; null for mails to the school, and where there is no name. */
  contact: z.object({ page: z.enum(OUTBOX_PAGES), id: Id }).nullable(),
  state: MailState,
  /** Why it has not left; null when it has, or nothing is wrong. */
  trouble: z.enum(MAIL_TROUBLES).nullable(),
  /** A try ended without an outcome, so it may have arrived twice. */
  is_doubtful: z.boolean(),
  created_at: Instant,
  sent_at: Instant.nullable(),
  /** How many mails are in each state, where the line stands for several mails of a mailing; it then names no reader. */
  states: z.record(MailState, z.int()).nullable(),
})
export type OutboxMail = z.output<typeof OutboxMail>

/** Somebody whom circulars left out, with the newest of them. */
const OutboxLeftOut = LeftOut.extend({
  circular: z.object({ id: Id, subject: z.string(), created_at: Instant }),
  /** How many circulars before that one left the person out for the same reason. */
  earlier: z.int(),
})
export type OutboxLeftOut = z.output<typeof OutboxLeftOut>

/** More people than these are only counted. */
export const LEFT_OUT_MAX = 20

const OutboxMailPage = z.object({
  data: z.array(OutboxMail),
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  /** How many mails of the school have failed, whatever the search and the filters. */
  failed: z.int(),
  /** Who is found by the name and got no mail; empty without a name, and while the filters leave no circulars. */
  left_out: z.object({ people: z.array(OutboxLeftOut).max(LEFT_OUT_MAX), total: z.int() }),
})

export const OUTBOX_NAME_MAX = 100

export const OutboxQuery = z.object({
  page: Page,
  per_page: z.coerce.number().int().min(1).max(200).default(50),
  state: Several(MailState).optional(),
  kind: Several(z.enum(KINDS as [OutboxKind, ...OutboxKind[]])).optional(),
  /** The whole address: only a checksum of it is kept. */
  mail: Email.optional(),
  /** Words of the reader's name or of the child's. */
  name: Text(OUTBOX_NAME_MAX).optional(),
  /** The first and the last day on which the mails were written. */
  from: IsoDate.optional(),
  until: IsoDate.optional(),
  /** Only the mails of this circular, or of this data check. */
  circular_id: QueryId.optional(),
  data_check_id: QueryId.optional(),
  /** One line for all mails of a mailing that the other filters leave. */
  by_mailing: QueryFlag.optional(),
})
export type OutboxQuery = z.output<typeof OutboxQuery>
/** The part of the filters that holds for mails and for mailings. */
export type OutboxScope = Pick<OutboxQuery, 'from' | 'until' | 'circular_id' | 'data_check_id'>

const access = 'manage pupil'

export const outboxMailEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/outbox/mails',
    access,
    query: OutboxQuery,
    response: OutboxMailPage,
    summary: 'Alle E-Mails der Schule mit ihrem Stand, neueste zuerst',
  }),
  /** 409 when it did not fail, has another page for this, or the person has another address by now. */
  retry: endpoint({
    method: 'POST',
    path: '/api/admin/outbox/mails/:id/retry',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Eine fehlgeschlagene E-Mail zu Abwesenheiten noch einmal senden',
  }),
}
