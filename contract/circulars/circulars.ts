import { z } from 'zod'
import { counted } from '#contract/counted.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Instant, Lines, Page, PerPage, Text } from '#contract/formats.ts'
import { MailState } from '#contract/mail-states.ts'
import { MAIL_TROUBLES } from '#contract/mail-trouble.ts'
import { MailPreview } from '#contract/mailwordings/mailwordings.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { AttachmentIds, CircularAttachment } from './circulars.attachments.ts'
import { Audience, CIRCULAR_KINDS, type CircularAudience, type CircularKind, isChosen } from './circulars.audience.ts'
import { CIRCULAR_BODY_MAX, CIRCULAR_SUBJECT_MAX, circularFault } from './circulars.text.ts'

const AGAIN = ['Keine E-Mail wird noch einmal gesendet.', 'Eine E-Mail wird noch einmal gesendet.']

/** Fixed texts of answers and refusals. */
export const CIRCULAR_TEXTS = {
  noReader: 'Bitte wählen Sie, wer die E-Mail bekommt.',
  noClass: 'Bitte wählen Sie mindestens eine Klasse.',
  changed: 'Inzwischen hat sich geändert, wer diese E-Mail bekommt. Bitte sehen Sie die Empfänger noch einmal durch.',
  over: 'Diese Rundmail ist schon zu Ende.',
  queued: (count: number) =>
    count === 1 ? 'Die E-Mail an 1 Person wird gesendet.' : `Die E-Mails an ${count} Personen werden gesendet.`,
  paused: 'Der Versand ist angehalten.',
  goneOn: 'Der Versand geht weiter.',
  stopped: 'Der Versand ist beendet. Was noch nicht gesendet war, geht nicht mehr hinaus.',
  again: (count: number, others: number) =>
    [
      AGAIN[count] ?? `${count} E-Mails werden noch einmal gesendet.`,
      ...(others > 0
        ? [
            `${counted(others, 'Person bekommt', 'Personen bekommen')} die Rundmail nicht mehr. Der Grund steht in der Liste.`,
          ]
        : []),
    ].join(' '),
  noneFailed: 'Es gibt keine E-Mail, die Sie noch einmal senden können.',
  noneLate: 'Es gibt niemanden mehr, der die Rundmail nachträglich bekommt.',
  tried: (mail: string) => `Die Probe wurde an ${mail} gesendet.`,
  noLetters: 'Es gibt niemanden, der einen Brief braucht.',
  hasLeftList: (child: string) => `${child} steht nicht mehr auf der Warteliste.`,
  noLetter: 'Es wird kein Brief gedruckt.',
} as const

/** Said when the choice brings no reader. */
export const NOBODY_TEXTS: Record<CircularKind, string> = {
  families: 'Diese E-Mail bekäme niemand. Bitte wählen Sie andere Klassen.',
  staff: 'Diese E-Mail bekäme niemand. Bitte wählen Sie andere Mitarbeitende.',
  waiting: 'Diese E-Mail bekäme niemand. Bitte wählen Sie andere Kinder auf der Warteliste.',
}

/** Said while nobody is chosen. */
export const noneText = (kind: CircularKind) => (kind === 'families' ? CIRCULAR_TEXTS.noClass : CIRCULAR_TEXTS.noReader)

const placed = (place: Parameters<typeof circularFault>[1]) => (text: string, context: z.RefinementCtx<string>) => {
  const message = circularFault(text, place)
  if (message) context.addIssue({ code: 'custom', message })
}

/** Subject and body of a mail whose placeholders are those of a kind of circular, or of any. */
export const mailWords = (place: CircularKind | 'body') => ({
  subject: Text(CIRCULAR_SUBJECT_MAX).superRefine(placed('subject')),
  body: Lines(CIRCULAR_BODY_MAX).superRefine(placed(place)),
})

const CircularText = z.object(mailWords('body'))

/** What is wrong with the choice; the classes are the field that the page shows. */
const chosen = (audience: CircularAudience, context: z.RefinementCtx) => {
  if (isChosen(audience)) return
  context.addIssue({ code: 'custom', path: ['class_ids'], message: noneText(audience.kind) })
}

/** Each kind has its own placeholders: a mail to staff is about no child. */
const whole = (circular: CircularAudience & { body: string }, context: z.RefinementCtx) => {
  chosen(circular, context)
  // What fits no kind is refused with the field.
  const message = circularFault(circular.body, 'body') ? undefined : circularFault(circular.body, circular.kind)
  if (message) context.addIssue({ code: 'custom', path: ['body'], message })
}

/** `reader_count`: how many the page has shown; 409 when it is another number by now. */
export const CircularForm = Audience.extend({
  ...CircularText.shape,
  reader_count: z.int().min(1),
  attachment_ids: AttachmentIds,
}).superRefine(whole)

/** The same for one of the readers. */
export const CircularPreviewForm = Audience.extend({ ...CircularText.shape, reader_id: Id }).superRefine(whole)

const TrialForm = Audience.extend({
  ...CircularText.shape,
  reader_id: Id,
  attachment_ids: AttachmentIds,
}).superRefine(whole)

/** Why somebody gets no mail, in the words of the page. */
export const LEFT_OUT_REASONS = {
  no_mail: 'ohne E-Mail-Adresse',
  unconfirmed: 'mit unbestätigter E-Mail-Adresse',
  unreachable: 'mit nicht erreichbarer E-Mail-Adresse',
  no_custody: 'ohne Sorgerecht',
  of_age: 'volljährig, die Eltern werden nicht informiert',
  nobody: 'ohne sorgeberechtigte Person',
  not_waiting: 'nicht mehr auf der Warteliste',
} as const
export type CircularReason = keyof typeof LEFT_OUT_REASONS
const Reason = z.enum(Object.keys(LEFT_OUT_REASONS) as [CircularReason, ...CircularReason[]])

/** Somebody who gets none; the name is null where it is about the child alone. Ids are null that the kind does not have. */
export const LeftOut = z.object({
  pupil_id: Id.nullable(),
  employee_id: Id.nullable(),
  registration_id: Id.nullable(),
  child: z.string(),
  guardian_id: Id.nullable(),
  /** A person of the application. */
  contact_id: Id.nullable(),
  name: z.string().nullable(),
  reason: Reason,
})
export type CircularLeftOut = z.output<typeof LeftOut>

/** Somebody who was left out: the guardian, the contact or who works here; null for a child without any. */
const LatePerson = z.object({ person_id: Id.nullable(), child_id: Id.nullable() })
export type LatePerson = z.output<typeof LatePerson>

const Reader = z.object({ id: Id, name: z.string(), children: z.string() })

/** Where the whole stands; `done`: nothing waits any more. */
export const CIRCULAR_STATES = ['sending', 'paused', 'stopped', 'done'] as const
export type CircularState = (typeof CIRCULAR_STATES)[number]
export const CIRCULAR_STATE_LABELS: Record<CircularState, string> = {
  sending: 'wird gesendet',
  paused: 'angehalten',
  stopped: 'beendet',
  done: 'gesendet',
}

const Counts = z.object({
  all: z.int(),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  dropped: z.int(),
  /** Among all: a try ended without an outcome, so it may have arrived twice. */
  doubtful: z.int(),
  /** Beside all: people who wanted it and had no usable address when it was sent. */
  unaddressed: z.int(),
  /** Among the unaddressed: an address is entered, and mails to it come back. */
  unreachable: z.int(),
})

export const CircularRow = z.object({
  id: Id,
  subject: z.string(),
  kind: z.enum(CIRCULAR_KINDS),
  audience: z.string(),
  state: z.enum(CIRCULAR_STATES),
  counts: Counts,
  created_at: Instant,
  created_by: z.string().nullable(),
})
export type CircularRow = z.output<typeof CircularRow>

/** Why a mail to the waiting list is no letter to this person either, in words; null: it is, or the kind has others. */
const NoLetter = z.string().nullable()

const Recipient = Reader.extend({
  mail_id: Id,
  /** The page with the address; all three are null when none is listed any more. */
  pupil_id: Id.nullable(),
  employee_id: Id.nullable(),
  registration_id: Id.nullable(),
  /** Why it has not left; null when it has, or nothing is wrong. */
  trouble: z.enum(MAIL_TROUBLES).nullable(),
  state: MailState,
  no_letter: NoLetter,
  is_doubtful: z.boolean(),
  sent_at: Instant.nullable(),
})
export type CircularRecipient = z.output<typeof Recipient>

export const CircularDetails = CircularRow.extend({
  body: z.string(),
  /** The text for a letter to those whom no mail reaches. */
  letter: z.object({ subject: z.string(), body: z.string() }),
  /** What the first of the recipients reads as of today; null when that person would get none any more. */
  sample: MailPreview.extend({ reader: Reader }).nullable(),
  recipients: z.array(Recipient),
  /** `is_ready`: has a usable address by now, so the circular can be sent late. */
  left_out: z.array(LeftOut.extend({ is_ready: z.boolean(), no_letter: NoLetter })),
  attachments: z.array(CircularAttachment),
})
export type CircularDetails = z.output<typeof CircularDetails>

// Whoever may manage pupils may manage applications and employees, too (domain §4).
const access = 'manage pupil'

const action = <const Path extends string>(path: Path, summary: string) =>
  endpoint({
    method: 'POST',
    path: `/api/admin/circular/:id/${path}`,
    access,
    params: IdParam,
    response: MessageReply,
    summary,
  })

export const circularEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/circular',
    access,
    query: z.object({ page: Page, per_page: PerPage }),
    response: z.object({ data: z.array(CircularRow), total: z.int(), page: z.int(), per_page: z.int() }),
    summary: 'Rundmails der Schule, neueste zuerst',
  }),
  /** A POST because of the text; it changes nothing. */
  plan: endpoint({
    method: 'POST',
    path: '/api/admin/circular/plan',
    access,
    body: Audience.superRefine(chosen),
    response: z.object({ readers: z.array(Reader), left_out: z.array(LeftOut) }),
    summary: 'Wer eine Rundmail an diese Klassen bekäme, und wer nicht',
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/circular/preview',
    access,
    body: CircularPreviewForm,
    response: MailPreview,
    summary: 'Eine Rundmail, wie eine bestimmte Person sie liest',
  }),
  /** Once for each press: a second one is wanted when the first did not arrive. */
  trial: endpoint({
    method: 'POST',
    path: '/api/admin/circular/trial',
    access,
    body: TrialForm,
    response: MessageReply,
    summary: 'Eine Rundmail, wie eine bestimmte Person sie liest, als Probe an die eigene Adresse senden',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/circular',
    access,
    body: CircularForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Eine Rundmail senden',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/circular/:id',
    access,
    params: IdParam,
    response: CircularDetails,
    isPolled: true,
    summary: 'Eine Rundmail mit ihrem Stand je Person',
  }),
  pause: action('pause', 'Den Versand anhalten'),
  goOn: action('goOn', 'Den angehaltenen Versand fortsetzen'),
  stop: action('stop', 'Den Versand beenden'),
  retry: action('retry', 'Was nicht hinausging, an die heutigen Adressen noch einmal senden'),
  /** 409 once nobody is left, so that a second press sends nothing. */
  sendLate: endpoint({
    method: 'POST',
    path: '/api/admin/circular/:id/sendLate',
    access,
    params: IdParam,
    /** Empty: everybody who was left out and has a usable address by now. */
    body: z.object({ people: z.array(LatePerson).max(1000) }),
    response: MessageReply,
    summary: 'Eine Rundmail nachträglich an ausgelassene Personen senden, die inzwischen eine Adresse haben',
  }),
  letters: endpoint({
    method: 'POST',
    path: '/api/admin/circular/:id/letters',
    access,
    params: IdParam,
    /** Empty: everybody on the waiting list whom no mail reached. */
    body: z.object({ contact_ids: z.array(Id).max(1000) }),
    response: FileReply,
    isFile: true,
    summary: 'Eine Rundmail an die Warteliste als Briefe (PDF) an alle, die keine E-Mail erreicht',
  }),
}
