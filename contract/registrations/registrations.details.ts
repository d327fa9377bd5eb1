import { z } from 'zod'
import { Instant } from '#contract/formats.ts'
import { MAIL_TROUBLES } from '#contract/mail-trouble.ts'
import { RegistrationEvent } from './registrations.events.ts'
import { FormFacts, RegistrationAnswers } from './registrations.form.ts'
import { SENDING_STATES } from './registrations.mail-labels.ts'
import { MAIL_STATES } from './registrations.mail-state.ts'
import { SeenPaper } from './registrations.papers.ts'
import { RegistrationRow, RowContact } from './registrations.rows.ts'
import { RegistrationStatus } from './registrations.status.ts'

const DetailsContact = RowContact.extend({
  /** 1 or 2. */
  position: z.int(),
  firstname: z.string(),
  lastname: z.string(),
  relationship: z.string(),
  has_custody: z.boolean(),
  phone: z.string().nullable(),
  mail_state: z.enum(MAIL_STATES),
  /** When this person agreed, or when staff noted it; null: not. */
  agreed_at: Instant.nullable(),
  /** Staff noted an agreement on paper. */
  is_agreed_on_paper: z.boolean(),
  /** Who noted it. */
  agreed_by: z.string().nullable(),
  declined_at: Instant.nullable(),
  optin_sent_at: Instant.nullable(),
  /** All confirmation mails to this contact, to whatever address. */
  optin_sent_count: z.int(),
  /** Newest first. */
  mails: z.array(
    z.object({
      id: z.int(),
      template: z.string(),
      state: z.enum(SENDING_STATES),
      created_at: Instant,
      sent_at: Instant.nullable(),
      /** Why it has not left, or not yet; null when there is no problem. */
      trouble: z.enum(MAIL_TROUBLES).nullable(),
      /** Whether the server would send it again. */
      may_resend: z.boolean(),
      /** Who sent it; null: it was sent automatically. */
      by: z.string().nullable(),
    }),
  ),
})

const StatusChange = z.object({
  /** Null: the status in which it arrived. */
  from: RegistrationStatus.nullable(),
  to: RegistrationStatus,
  at: Instant,
  /** Null: the family, by its form. */
  by: z.string().nullable(),
  note: z.string().nullable(),
})

/** The content of the details page; `answers` are read with the definition of `form`. */
export const RegistrationDetails = RegistrationRow.extend({
  source: z.enum(['web', 'staff', 'import']),
  form_version: z.string(),
  /** The version of the privacy notice that the family read; null: it came on paper, by telephone or from a list. */
  notice_version: z.int().min(1).nullable(),
  answers: RegistrationAnswers,
  form: FormFacts,
  contacts: z.array(DetailsContact),
  status_changed_at: Instant.nullable(),
  decided_at: Instant.nullable(),
  /**
   * The last mail with the present decision that left or waits, its letter, or the call: when and by whom. A failed mail
   * informed nobody.
   */
  last_told: z
    .object({
      at: Instant,
      by: z.string().nullable(),
      is_waiting: z.boolean(),
      by_letter: z.boolean(),
      by_phone: z.boolean(),
    })
    .nullable(),
  waiting_since: Instant.nullable(),
  is_staff_child: z.boolean(),
  contract_sent_at: z.iso.date().nullable(),
  contract_returned_at: z.iso.date().nullable(),
  place_confirmed_at: z.iso.date().nullable(),
  place_confirm_due_at: z.iso.date().nullable(),
  transformed_at: Instant.nullable(),
  transformed_by: z.string().nullable(),
  /**
   * After the take-over, the class in the application's school year and from which day; the class is null while it is
   * open.
   */
  admitted_to: z.object({ schoolclass: z.string().nullable(), date_start: z.iso.date() }).nullable(),
  withdrawn_by: z.enum(['applicant', 'staff']).nullable(),
  withdraw_reason: z.string().nullable(),
  /** One of two people with joint custody asked for it; it takes effect when staff confirm it. */
  withdraw_requested_at: Instant.nullable(),
  withdraw_requested_position: z.int().nullable(),
  papers_requested_at: z.iso.date().nullable(),
  /** Papers that were shown. */
  papers: z.array(SeenPaper),
  internal_note: z.string().nullable(),
  /** Oldest first. */
  status_history: z.array(StatusChange),
  /** Only a head gets this, of a person whose processing is restricted: then everything is only read. */
  is_restricted: z.literal(true).optional(),
  /** Other events, oldest first. */
  events: z.array(RegistrationEvent),
})
export type RegistrationDetails = z.output<typeof RegistrationDetails>
