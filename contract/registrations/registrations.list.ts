import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Page, PerPage, QueryFlag, QueryGrade, QueryId, Search, Several, Sort } from '#contract/formats.ts'
import { ENTRY_TYPES, FormFacts } from './registrations.form.ts'
import { RegistrationRow } from './registrations.rows.ts'
import { RegistrationStatus } from './registrations.status.ts'

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
  /** Only those that came with this import. */
  import_id: QueryId.optional(),
  /** Only those with an unconfirmed address (`isUnconfirmed`) of any contact, or without any address (domain §2.3). */
  unconfirmed: QueryFlag.optional(),
  /** Only new ones that have been unconfirmed for longer than `UNCONFIRMED_DAYS`, as the task counts them. */
  long_unconfirmed: QueryFlag.optional(),
  /** Only those whose second person has not agreed (`isAgreementMissing`). */
  agreement_missing: QueryFlag.optional(),
  /** Only those whose second person declined. */
  agreement_declined: QueryFlag.optional(),
  /** Only decided ones of which the families know nothing yet (`isDecisionKnown`). */
  not_informed: QueryFlag.optional(),
  /**
   * Only those that one of two people with joint custody wants to withdraw, while staff have not answered (domain
   * §2.3).
   */
  withdraw_requested: QueryFlag.optional(),
  /** Only those where the latest mail to a contact failed. */
  mail_failed: QueryFlag.optional(),
  /** Only accepted ones whose families know it and whose day to confirm is over (domain §3.2). */
  follow_up: QueryFlag.optional(),
  /** Only those who confirmed their place and are not pupils yet (domain §3.3). */
  not_taken_over: QueryFlag.optional(),
  /** Only withdrawn ones; without it, only the others (domain §3.1). */
  withdrawn: QueryFlag.optional(),
  /** The bin: applications deleted within 30 days, withdrawn or not. */
  deleted: QueryFlag.optional(),
})
export type RegistrationQuery = z.output<typeof RegistrationQuery>

const StatusCounts = z.object({ new: z.int(), accepted: z.int(), rejected: z.int(), waiting: z.int() })

export const RegistrationList = z.object({
  data: z.array(RegistrationRow),
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  /** Counts by status, for the same filters without the status. */
  counts: StatusCounts,
})
export type RegistrationList = z.output<typeof RegistrationList>

const access = 'manage pupil application'

/** A group of its own: the dashboard uses it without the other calls. */
export const registrationListEndpoints = {
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
}
