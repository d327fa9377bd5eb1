import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, IsoDate, Page, QueryFlag, QueryId, Search, Sort } from '#contract/formats.ts'

export const LOG_RESULTS = ['ok', 'denied', 'error'] as const

/** Who did it: people, signed in or not, or the system itself. */
export const LOG_ACTORS = ['people', 'system'] as const

/** The name in the log of whoever runs the installation, who works on the command line without an account. */
export const OPERATOR_NAME = 'Betreiber, Kommandozeile'

/** What the log says most often and tells least: the list leaves them out at first. */
export const SIGN_IN_ACTIONS = ['login', 'login_passkey', 'login_provider', 'logout'] as const

export const LogEntry = z.object({
  id: Id,
  created_at: Instant,
  /** Null: nobody signed in; with `user_name` the operator, with `ip_trunc` a visitor, without both the system itself. */
  user_id: Id.nullable(),
  /** The name at that time; null for „Gelöschter Benutzer“. */
  user_name: z.string().nullable(),
  role: z.string().nullable(),
  action: z.string(),
  entity_type: z.string(),
  entity_id: Id.nullable(),
  /** The object's name, if the viewer may see it; never stored in the log. */
  entity_label: z.string().nullable(),
  /**
   * The child or application that the object belongs to, or the import whose applications are listed; null for all
   * others, and when the viewer may not see it.
   */
  entity_owner: z.object({ type: z.enum(['pupil', 'registration', 'imported_registrations']), id: Id }).nullable(),
  changed_fields: z.array(z.string()),
  result: z.enum(LOG_RESULTS),
  ip_trunc: z.string().nullable(),
  /** Entries of one call share it. Null where a common call would tell to which child a confidential entry belongs. */
  request_id: z.string().nullable(),
})
export type LogEntry = z.output<typeof LogEntry>

export const LogFilters = z.object({
  /** Searches the person's name. */
  search: Search,
  user_id: QueryId.optional(),
  actor: z.enum(LOG_ACTORS).optional(),
  action: z.string().max(60).optional(),
  /** Long enough for the address of a refused call. */
  entity_type: z.string().max(120).optional(),
  entity_id: QueryId.optional(),
  result: z.enum(LOG_RESULTS).optional(),
  /** Leaves out who signed in and out; attempts that failed stay. */
  without_sign_ins: QueryFlag.optional(),
  /** Days in Berlin, both included. */
  from: IsoDate.optional(),
  until: IsoDate.optional(),
  /**
   * Entries that belong to no school, such as the login of a user without one, in place of the school's log; needs
   * 'debug view'.
   */
  without_school: QueryFlag.optional(),
})
export type LogFilters = z.output<typeof LogFilters>

/** The list shows one page at a time; an export contains all rows and is logged. */
export const LOG_PAGE_ROWS = 200

export const LogQuery = LogFilters.extend({
  page: Page,
  per_page: z.coerce.number().int().min(1).max(LOG_PAGE_ROWS).default(50),
  sort: Sort(['created_at'], '-created_at'),
})
export type LogQuery = z.output<typeof LogQuery>

/** Most rows in one file. */
export const LOG_EXPORT_ROWS = 50_000

export const userlogEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/userlog',
    access: 'manage users',
    query: LogQuery,
    response: z.object({
      data: z.array(LogEntry),
      total: z.int(),
      page: z.int(),
      per_page: z.int(),
      /** The names of the person and the object that the list is narrowed to, if the viewer may see them. */
      names: z.object({ person: z.string().nullable(), object: z.string().nullable() }),
      /** Values that occur in this school, for the filters. */
      actions: z.array(z.string()),
      entity_types: z.array(z.string()),
    }),
    summary: 'Benutzeraktionen der Schule',
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/userlog/export',
    access: 'manage users',
    body: LogFilters,
    response: z.object({ filename: z.string(), content: z.string() }),
    summary: 'Die gefilterten Benutzeraktionen als CSV; der Export wird protokolliert',
  }),
}
