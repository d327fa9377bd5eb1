import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Id,
  IdParam,
  Instant,
  MultilineText,
  Page,
  PerPage,
  QueryFlag,
  QueryGrade,
  QueryId,
  Search,
  Several,
  Sort,
  Version,
} from './formats.ts'
import { MessageReply } from './message-reply.ts'
import { ENTRY_TYPES, FormFacts, RegistrationAnswers, RegistrationForm } from './registrations.form.ts'
import { MAIL_STATES } from './registrations.mail-state.ts'
import { RegistrationStatus } from './registrations.status.ts'
import { DuplicatePupil, TransformForm, TransformOptions } from './registrations.transform.ts'

/** Spec §3: the contact of position 1. */
const RowContact = z.object({
  id: z.int(),
  mail: z.string().nullable(),
  fullname: z.string(),
  mail_verified_at: Instant.nullable(),
  /** Whether the server would send this contact another confirmation mail: what its button shows. */
  may_resend: z.boolean(),
})

/** A row of the list: the spec's keys first (spec §3), then what domain §3.6 adds. */
export const RegistrationRow = z.object({
  id: z.int(),
  status: RegistrationStatus,
  created_at: Instant,
  meta: z.object({ child_firstname: z.string(), child_lastname: z.string() }),
  contact: RowContact.nullable(),
  number: z.string(),
  child_birthdate: z.iso.date(),
  desired_grade: z.int(),
  school_year: z.object({ id: z.int(), name: z.string() }),
  entry_type: z.enum(ENTRY_TYPES),
  mail_state: z.enum(MAIL_STATES),
  wait_rank: z.int().nullable(),
  is_possible_duplicate: z.boolean(),
  withdrawn_at: Instant.nullable(),
  pupil_id: z.int().nullable(),
  version: z.int(),
})
export type RegistrationRow = z.output<typeof RegistrationRow>

export const REGISTRATION_SORT_KEYS = [
  'created_at',
  'number',
  'child',
  'child_birthdate',
  'desired_grade',
  'school_year',
  'entry_type',
  'contact',
  'wait_rank',
  'status',
] as const

export const RegistrationQuery = z.object({
  page: Page,
  per_page: PerPage,
  sort: Sort(REGISTRATION_SORT_KEYS, '-created_at'),
  search: Search,
  status: Several(RegistrationStatus).optional(),
  grade: QueryGrade.optional(),
  type: z.enum(ENTRY_TYPES).optional(),
  school_year_id: QueryId.optional(),
  /** Only those whose contact has an unconfirmed address. */
  unconfirmed: QueryFlag.optional(),
  /** Withdrawn ones instead of the others (domain §3.1). */
  withdrawn: QueryFlag.optional(),
  /** The bin instead: what was deleted and is not gone for good yet (30 days), withdrawn or not. */
  deleted: QueryFlag.optional(),
})
export type RegistrationQuery = z.output<typeof RegistrationQuery>

const StatusCounts = z.object({ new: z.int(), accepted: z.int(), rejected: z.int(), waiting: z.int() })

export const RegistrationList = z.object({
  data: z.array(RegistrationRow),
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  /** By status, for the same filters without the one of status. */
  counts: StatusCounts,
})
export type RegistrationList = z.output<typeof RegistrationList>

const DetailsContact = RowContact.extend({
  position: z.int(),
  firstname: z.string(),
  lastname: z.string(),
  relationship: z.string(),
  has_custody: z.boolean(),
  phone: z.string().nullable(),
  mail_state: z.enum(MAIL_STATES),
  optin_sent_at: Instant.nullable(),
  optin_sent_count: z.int(),
  /** Newest first. */
  mails: z.array(
    z.object({
      template: z.string(),
      state: z.enum(['queued', 'sent', 'failed', 'dropped']),
      created_at: Instant,
      sent_at: Instant.nullable(),
    }),
  ),
})

const StatusChange = z.object({
  from: RegistrationStatus.nullable(),
  to: RegistrationStatus,
  at: Instant,
  by: z.string().nullable(),
  note: z.string().nullable(),
})

/** What the details page shows; `answers` with `form` are read by the form's own definition. */
export const RegistrationDetails = RegistrationRow.extend({
  source: z.enum(['web', 'staff', 'import']),
  form_version: z.string(),
  answers: RegistrationAnswers,
  form: FormFacts,
  contacts: z.array(DetailsContact),
  status_changed_at: Instant.nullable(),
  decided_at: Instant.nullable(),
  place_confirmed_at: z.iso.date().nullable(),
  place_confirm_due_at: z.iso.date().nullable(),
  transformed_at: Instant.nullable(),
  transformed_by: z.string().nullable(),
  internal_note: z.string().nullable(),
  /** Oldest first. */
  status_history: z.array(StatusChange),
  /** Other applications of what seems to be the same child. */
  similar: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      child_firstname: z.string(),
      child_lastname: z.string(),
      child_birthdate: z.iso.date(),
      school_year: z.string(),
      status: RegistrationStatus,
    }),
  ),
  /** Pupils of this school who seem to be the same child. */
  similar_pupils: z.array(DuplicatePupil),
})
export type RegistrationDetails = z.output<typeof RegistrationDetails>

/** Paper and telephone: the public form's answers without confirmations; mail only on wish. */
export const StaffRegistration = RegistrationForm.extend({
  send_optin: z.boolean().default(false),
  status: RegistrationStatus.default('new'),
})
export type StaffRegistration = z.output<typeof StaffRegistration>

const access = 'manage pupil application'

export const registrationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration',
    access,
    query: RegistrationQuery,
    response: RegistrationList,
    summary: 'Bewerbungen mit Filtern und Zahlen je Status',
  }),
  latest: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration_latest',
    access,
    response: z.array(RegistrationRow),
    summary: 'Die neuesten fünf Bewerbungen',
  }),
  formOptions: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/formOptions',
    access,
    response: FormFacts,
    summary: 'Was das Formular für Papier und Telefon braucht',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/:id',
    access,
    params: IdParam,
    response: RegistrationDetails,
    summary: 'Eine Bewerbung',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration',
    access,
    body: StaffRegistration,
    response: z.object({ id: z.int(), number: z.string() }),
    status: 201,
    idempotent: true,
    summary: 'Bewerbung von Papier oder Telefon aufnehmen',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/schoolRegistration/:id',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Bewerbung löschen',
  }),
  /** From the bin, within 30 days; one that waited waits again, last. */
  restore: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/restore',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Gelöschte Bewerbung zurückholen',
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/changeStatus',
    access,
    params: IdParam,
    body: z.object({ status: RegistrationStatus, version: Version.optional() }),
    /** `warning`: more accepted than there are places (domain §3.1). */
    response: z.object({
      status: RegistrationStatus,
      wait_rank: z.int().nullable(),
      version: z.int(),
      warning: z.string().nullable(),
    }),
    summary: 'Status einer Bewerbung ändern',
  }),
  saveNote: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/note',
    access,
    params: IdParam,
    body: z.object({ internal_note: MultilineText(2000), version: Version }),
    response: z.object({ internal_note: z.string().nullable(), version: z.int() }),
    summary: 'Interne Notiz sichern',
  }),
  resendContactOptin: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/resendContactOptin/:contactId',
    access,
    params: z.object({ contactId: QueryId }),
    response: MessageReply,
    summary: 'Bestätigungsmail erneut senden',
  }),
  transformOptions: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/:id/transformOptions',
    access,
    params: IdParam,
    response: TransformOptions,
    summary: 'Klassen, Dubletten und Sorgeberechtigte zur Übernahme',
  }),
  /** 409 with `DuplicatesReply` while neither `force` nor `link_pupil_id` answers a duplicate. */
  transformToPupil: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/transformToPupil',
    access,
    body: TransformForm,
    response: z.object({ pupil_id: Id }),
    status: 201,
    summary: 'Angenommene Bewerbung als SuS übernehmen',
  }),
}
