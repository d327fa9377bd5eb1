import { z } from 'zod'
import { Instant } from '#contract/formats.ts'
import { Agreement } from './registrations.agreement.ts'
import { ENTRY_TYPES } from './registrations.form.ts'
import { MAIL_STATES } from './registrations.mail-state.ts'
import { RegistrationStatus } from './registrations.status.ts'

/** One of the people whom an application names. */
export const RowContact = z.object({
  id: z.int(),
  mail: z.string().nullable(),
  fullname: z.string(),
  mail_verified_at: Instant.nullable(),
  /** Whether the server would send this contact another confirmation mail; decides about the button. */
  may_resend: z.boolean(),
  /** Null: nobody collects this person's agreement by a link. */
  agreement: Agreement.nullable(),
})
export type RowContact = z.output<typeof RowContact>

/** A row of the list: the spec's keys first (spec §3), then those of domain §3.6. */
export const RegistrationRow = z.object({
  id: z.int(),
  status: RegistrationStatus,
  created_at: Instant,
  meta: z.object({ child_firstname: z.string(), child_lastname: z.string() }),
  /** Spec §3: the contact of position 1. */
  contact: RowContact.nullable(),
  number: z.string(),
  child_birthdate: z.iso.date(),
  desired_grade: z.int(),
  school_year: z.object({ id: z.int(), name: z.string() }),
  entry_type: z.enum(ENTRY_TYPES),
  /** The contact of position 2. */
  second_contact: RowContact.nullable(),
  /** The state of all its addresses: unverified while one of them is. */
  mail_state: z.enum(MAIL_STATES),
  /** The latest mail to one of its contacts failed. */
  mail_failed: z.boolean(),
  /** When the family was informed of the present decision by mail, letter or telephone; null when it was not. */
  told_at: Instant.nullable(),
  wait_rank: z.int().nullable(),
  /** Another application for the same year that may be for the same child (domain §3.1). */
  possible_duplicate: z
    .object({ child_firstname: z.string(), child_lastname: z.string(), child_birthdate: z.iso.date() })
    .nullable(),
  withdrawn_at: Instant.nullable(),
  pupil_id: z.int().nullable(),
  /** Accepted and told so, the day to confirm is over, and there is no answer (domain §3.2). */
  is_follow_up: z.boolean(),
  /** Decided, and the family knows nothing of it yet. */
  is_not_informed: z.boolean(),
  /** One of two people with joint custody asked to withdraw, and staff have not answered (domain §2.3). */
  is_withdraw_requested: z.boolean(),
  version: z.int(),
})
export type RegistrationRow = z.output<typeof RegistrationRow>
