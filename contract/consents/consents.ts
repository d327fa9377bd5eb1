import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, IsoDate, MESSAGES, OptionalText } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { field } from '#contract/record.ts'
import { CONSENT_DECISIONS, CONSENT_METHODS, CONSENT_PURPOSES, CONSENT_STATES } from './consents.state.ts'

const Person = z.object({ guardian_id: Id, name: z.string() })

/** One decision as it was recorded, also one that was withdrawn (domain §1.12). */
export const ConsentRecord = z.object({
  id: Id,
  text_version: z.string(),
  decision: z.enum(CONSENT_DECISIONS),
  given_by: z.array(Person),
  pupil_decision: z.enum(CONSENT_DECISIONS).nullable(),
  method: z.enum(CONSENT_METHODS),
  given_at: z.iso.date(),
  recorded_by: z.string().nullable(),
  withdrawn_at: Instant.nullable(),
  withdrawn_note: z.string().nullable(),
})
export type ConsentRecord = z.output<typeof ConsentRecord>

export const ConsentReply = z.object({
  purposes: z.array(
    z.object({
      purpose: z.enum(CONSENT_PURPOSES),
      state: z.enum(CONSENT_STATES),
      /** Only the pupil decides, whatever the age. */
      is_own: z.boolean(),
      /** Names of people who still have to decide, when others already have. */
      undecided: z.array(z.string()),
      /** The newest first. */
      records: z.array(ConsentRecord),
    }),
  ),
  /** Who decides for the child. */
  custodians: z.array(Person),
  /** From 14 on the child decides as well, from 18 on alone. */
  voice: z.enum(['none', 'too', 'alone']),
  may_change: z.boolean(),
})
export type ConsentReply = z.output<typeof ConsentReply>
export type ConsentLine = ConsentReply['purposes'][number]

export const ConsentForm = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  decision: z.enum(CONSENT_DECISIONS),
  given_by_guardian_ids: z.array(Id).max(10).default([]),
  pupil_decision: z.enum(CONSENT_DECISIONS).nullable().default(null),
  method: z.enum(CONSENT_METHODS),
  given_at: IsoDate,
})
export type ConsentForm = z.output<typeof ConsentForm>

/** Longest note about a withdrawal. */
const WITHDRAWN_NOTE_MAX = 300

/** Fixed texts of refusals. */
export const CONSENT_TEXTS_OF_REFUSAL = {
  nobody: 'Bitte angeben, wer sich erklärt hat.',
  notCustodian: 'Diese Person hat für dieses Kind kein Sorgerecht.',
  tooYoung: 'Erst ab 14 Jahren entscheidet das Kind selbst mit.',
  ofAge: 'Ab 18 Jahren entscheidet nur noch die Schülerin oder der Schüler.',
  notYet: 'Das wird erst ab dem 17. Geburtstag gefragt.',
  onlyPupil: 'Darüber entscheidet nur die Schülerin oder der Schüler.',
  ahead: MESSAGES.ahead,
  notWithdrawn: 'Hier gibt es keinen Widerruf.',
  nothing: 'Hier gibt es keine Einwilligung, die widerrufen werden kann.',
} as const

/** Withdrawing takes one press (domain DP-09); a reason can be added afterwards. */
export const WithdrawalNote = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  withdrawn_note: field(OptionalText(WITHDRAWN_NOTE_MAX), z.string(), {
    label: 'Bemerkung zum Widerruf',
    kind: 'lines',
    max: WITHDRAWN_NOTE_MAX,
    hint: `Zum Beispiel, wer widerrufen hat. Keine Gesundheitsangaben. Höchstens ${WITHDRAWN_NOTE_MAX} Zeichen.`,
  }),
})
export type WithdrawalNote = z.output<typeof WithdrawalNote>

const path = '/api/admin/pupil/:id/consents' as const

/** Einwilligungen: recorded and withdrawn, never deleted. */
export const consentEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    pageOf: 'pupil',
    access: ['manage pupil', 'view attached pupil'],
    params: IdParam,
    response: ConsentReply,
    opens: 'pupil',
    summary: 'Einwilligungen je Zweck; die zu Gesundheitsdaten nur mit dem Recht dazu',
  }),
  record: endpoint({
    method: 'POST',
    path,
    access: 'manage pupil',
    params: IdParam,
    body: ConsentForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Einwilligung oder Ablehnung eintragen',
  }),
  noteWithdrawal: endpoint({
    method: 'PUT',
    path: `${path}/withdraw`,
    access: 'manage pupil',
    params: IdParam,
    body: WithdrawalNote,
    response: MessageReply,
    summary: 'Bemerkung zum letzten Widerruf eines Zwecks',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/withdraw`,
    access: 'manage pupil',
    params: IdParam,
    body: z.object({ purpose: z.enum(CONSENT_PURPOSES) }),
    // The withdrawn records, so that a mistake can be undone by recording them again.
    response: MessageReply.extend({ withdrawn: z.array(ConsentForm) }),
    summary: 'Einwilligung widerrufen; gilt sofort',
  }),
}
