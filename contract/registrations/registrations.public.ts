import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Email, Id, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { ContactSchool } from '#contract/schools/schools.contact.ts'
import { Agreement } from './registrations.agreement.ts'
import { ContactAnswers, FormFacts, RegistrationForm } from './registrations.form.ts'
import { DELIVERIES, DRAFTS_MAX } from './registrations.public-texts.ts'

/** Accepts any text: an impossible school gets the same answer as an unknown one. */
const SchoolParam = z.object({ school_short: z.string() })

/** The number of the visitor's draft; each form of "Bewerbung für ein weiteres Kind" has its own. */
const DraftQuery = z.object({ draft: z.coerce.number().int().min(1).max(DRAFTS_MAX).default(1) })

/** The facts that the page starts with. While closed the lists are empty and `form_token` is null. */
export const FormSettings = z.object({
  school: ContactSchool,
  is_open: z.boolean(),
  /** Why the form is closed; null while open. */
  message: z.string().nullable(),
  opens_at: Instant.nullable(),
  /** Together with `mode: 'public'` this is the form's `FormContext`. */
  form: FormFacts,
  /** The current privacy notice (DP-01). */
  notice: z.object({ id: z.int(), text: z.string() }).nullable(),
  form_version: z.string(),
  /** Signed by the server with the time of issue, to measure the time for filling in. */
  form_token: z.string().nullable(),
  draft: z.object({ saved_at: Instant }).nullable(),
})
export type FormSettings = z.output<typeof FormSettings>

/** The body that a parent sends: the answers and their safeguards. It never names a database id of a person. */
export const RegistrationSubmission = RegistrationForm.extend({
  notice_id: Id,
  form_token: z.string().max(500),
  form_version: z.string().max(20).optional(),
  /** A honeypot: people do not see the field and leave it empty. */
  website: z.string().max(500).default(''),
})
export type RegistrationSubmission = z.output<typeof RegistrationSubmission>

export const Draft = z.object({ step: z.string().max(40), answers: z.record(z.string(), z.unknown()) })
export type Draft = z.output<typeof Draft>

/** The content of the cookie for an hour after submitting; nothing about the child (domain §2). */
export const Receipt = z.object({
  number: z.string(),
  received_at: Instant,
  message: z.string(),
  contacts: z.array(
    z.object({
      position: z.int(),
      mail_masked: z.string(),
      is_verified: z.boolean(),
      delivery: z.enum(DELIVERIES),
      corrections_left: z.int(),
    }),
  ),
})
export type Receipt = z.output<typeof Receipt>

/** Data of the family that "Bewerbung für ein weiteres Kind" takes over. */
export const ReceiptContacts = z.object({
  custody: z.string(),
  second_contact_unreachable: z.boolean(),
  second_contact_note: z.string().nullable(),
  /** The first child, who becomes brother or sister of the next one. */
  sibling: z.object({ firstname: z.string(), lastname: z.string() }),
  contacts: z.array(ContactAnswers),
  /** The address of the first child: siblings mostly live there too (WCAG 3.3.7). */
  address: z.object({ street: z.string(), house_number: z.string(), zip: z.string(), city: z.string() }).optional(),
})
export type ReceiptContacts = z.output<typeof ReceiptContacts>

/** Accepts any text: a malformed link gets the same answer as a wrong one (DP-03). */
const OptinForm = z.object({
  school_short: z.string(),
  contact_id: z.union([z.string(), z.number()]),
  contact_uuid: z.string(),
})
export type OptinForm = z.output<typeof OptinForm>

/** What the second person is asked, for the holder of that person's link once the address is confirmed (ADR 0066). */
export const AgreementQuestion = z.object({
  number: z.string(),
  child_firstname: z.string(),
  school_year: z.string(),
  desired_grade: z.int(),
  /** The name of the person who applied. */
  applicant: z.string(),
  state: Agreement,
  answered_at: Instant.nullable(),
  is_on_paper: z.boolean(),
  /** `expired`: only a new link can answer; `over`: the child is a pupil already. */
  answer: z.enum(['possible', 'expired', 'over']),
})
export type AgreementQuestion = z.output<typeof AgreementQuestion>

const AgreementForm = OptinForm.extend({ decision: z.enum(['agree', 'decline']) })
export type AgreementForm = z.output<typeof AgreementForm>

/** Invalid links answer 404 with `OPTIN_TEXTS.invalid`, expired ones (right uuid only) 409 with `OPTIN_TEXTS.expired`. */
export const OptinResult = z.object({
  state: z.enum(['confirmed', 'already']),
  confirmed_at: Instant,
  number: z.string(),
  /** Null: this person is not asked whether they agree. */
  agreement: AgreementQuestion.nullable(),
})
export type OptinResult = z.output<typeof OptinResult>

/** What a link can still do; a moment and a number only once it was used. */
export const OptinState = z.discriminatedUnion('state', [
  OptinResult.extend({ state: z.literal('already') }),
  z.object({ state: z.enum(['open', 'expired']) }),
])
export type OptinState = z.output<typeof OptinState>

export const publicRegistrationEndpoints = {
  settings: endpoint({
    method: 'GET',
    path: '/api/public/schoolRegistration/:school_short',
    access: 'public',
    params: SchoolParam,
    query: DraftQuery,
    response: FormSettings,
    summary: 'Was das Bewerbungsformular einer Schule braucht',
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/public/schoolRegistration/:school_short',
    access: 'public',
    params: SchoolParam,
    query: DraftQuery,
    body: RegistrationSubmission,
    response: z.object({ number: z.string(), message: z.string() }),
    status: 201,
    idempotent: true,
    summary: 'Bewerbung absenden',
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/public/schoolRegistrationDraft/:school_short',
    access: 'public',
    params: SchoolParam,
    query: DraftQuery,
    response: Draft.extend({ saved_at: Instant }),
    summary: 'Entwurf fortsetzen',
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/api/public/schoolRegistrationDraft/:school_short',
    access: 'public',
    params: SchoolParam,
    query: DraftQuery,
    body: Draft,
    response: z.object({ saved_at: Instant }),
    summary: 'Entwurf sichern, 24 Stunden lang',
  }),
  deleteDraft: endpoint({
    method: 'DELETE',
    path: '/api/public/schoolRegistrationDraft/:school_short',
    access: 'public',
    params: SchoolParam,
    query: DraftQuery,
    response: MessageReply,
    summary: 'Entwurf verwerfen',
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/api/public/schoolRegistrationReceipt/:school_short',
    access: 'public',
    params: SchoolParam,
    response: z.object({ receipt: Receipt.nullable() }),
    summary: 'Eingangsbestätigung der letzten Stunde',
  }),
  receiptContacts: endpoint({
    method: 'GET',
    path: '/api/public/schoolRegistrationReceipt/:school_short/contacts',
    access: 'public',
    params: SchoolParam,
    response: ReceiptContacts,
    summary: 'Kontakte für ein weiteres Kind',
  }),
  correctMail: endpoint({
    method: 'PUT',
    path: '/api/public/schoolRegistrationReceipt/:school_short/mail',
    access: 'public',
    params: SchoolParam,
    body: z.object({ position: z.int().min(1).max(2).default(1), mail: Email }),
    response: Receipt,
    summary: 'E-Mail-Adresse nach dem Absenden berichtigen',
  }),
  confirmOptin: endpoint({
    method: 'POST',
    path: '/api/public/registration_contact_optin',
    access: 'public',
    body: OptinForm,
    response: OptinResult,
    summary: 'E-Mail-Adresse bestätigen',
  }),
  findOptin: endpoint({
    method: 'POST',
    path: '/api/public/registration_contact_optin/state',
    access: 'public',
    body: OptinForm,
    response: OptinState,
    summary: 'Was mit einem Bestätigungslink noch geht; ändert nichts',
  }),
  /**
   * The same answer twice is one. 404 for every link that is wrong or asks nothing, 409 when it has expired, when the
   * address is not confirmed or when it is too late, 429 after many changes on one day.
   */
  answerAgreement: endpoint({
    method: 'POST',
    path: '/api/public/registration_contact_optin/agreement',
    access: 'public',
    body: AgreementForm,
    response: AgreementQuestion,
    summary: 'Einer Bewerbung als zweite sorgeberechtigte Person zustimmen oder nicht',
  }),
  resendOptin: endpoint({
    method: 'POST',
    path: '/api/public/registration_contact_optin/resend',
    access: 'public',
    body: OptinForm,
    response: MessageReply,
    summary: 'Neuen Bestätigungslink anfordern',
  }),
}
