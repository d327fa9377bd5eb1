import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Instant, IsoDate, Page, QueryId, Search, Sort } from '#contract/formats.ts'
import { VIEW_KINDS, VIEWED_SUBJECTS } from './viewlogs.kinds.ts'

/** One opening, export or print, and whose data it showed (domain DP-22). */
export const ViewEntry = z.object({
  id: Id,
  viewed_at: Instant,
  user_id: Id.nullable(),
  /** The name at that time; null for „Gelöschter Benutzer“. */
  user_name: z.string().nullable(),
  role: z.string().nullable(),
  kind: z.enum(VIEW_KINDS),
  /** Which export or print it was. */
  what: z.string().nullable(),
  subject: z.enum(VIEWED_SUBJECTS),
  /** Null when there were several. */
  subject_id: Id.nullable(),
  subject_count: z.int(),
  /** The name of the one person, if it is still on record and the viewer may see it; never stored in the log. */
  subject_label: z.string().nullable(),
})
export type ViewEntry = z.output<typeof ViewEntry>

export const ViewFilters = z.object({
  /** Searches the name of the person who looked. */
  search: Search,
  user_id: QueryId.optional(),
  kind: z.enum(VIEW_KINDS).optional(),
  subject: z.enum(VIEWED_SUBJECTS).optional(),
  /** One person whose data were seen; needs `subject`. */
  subject_id: QueryId.optional(),
  /** Days in Berlin, both included. */
  from: IsoDate.optional(),
  until: IsoDate.optional(),
})
export type ViewFilters = z.output<typeof ViewFilters>

/** The list shows one page at a time. */
export const VIEW_PAGE_ROWS = 200
/** Most entries that the page prints, the first ones of its order. */
export const VIEW_PRINT_ROWS = 1000

export const ViewQuery = ViewFilters.extend({
  page: Page,
  per_page: z.coerce.number().int().min(1).max(VIEW_PRINT_ROWS).default(50),
  sort: Sort(['viewed_at'], '-viewed_at'),
})
export type ViewQuery = z.output<typeof ViewQuery>

/** Whose data a day's views showed, and in how many of them: one person, or those of an export together. */
const SeenOnDay = ViewEntry.pick({
  what: true,
  subject: true,
  subject_id: true,
  subject_count: true,
  subject_label: true,
})
  // In how many views.
  .extend({ count: z.int() })
export type SeenOnDay = z.output<typeof SeenOnDay>

/** As many as a row says by name; the others are counted. */
export const SEEN_NAMES = 5

/** All that one person saw on one day. */
export const ViewDay = ViewEntry.pick({ user_id: true, user_name: true, role: true }).extend({
  /** In Berlin. */
  day: IsoDate,
  first_at: Instant,
  last_at: Instant,
  count: z.int(),
  kinds: z.array(z.object({ kind: z.enum(VIEW_KINDS), count: z.int() })),
  /** Exports and prints first, then who was looked at most often; no more than `SEEN_NAMES`. */
  seen: z.array(SeenOnDay),
  /** How many there are in all. */
  seen_count: z.int(),
})
export type ViewDay = z.output<typeof ViewDay>

/** Most entries on one paper, the newest; all people concerned stand on it in any case. */
export const VIEW_PAPER_ENTRIES = 3000

/** Somebody whose data were seen; the name is null when nobody by this number can be named any more. */
export const ViewedRecord = z.object({ id: Id, label: z.string().nullable() })
export type ViewedRecord = z.output<typeof ViewedRecord>

/** Heads only: an operator has no reason to watch who looks at which child (domain §4). */
const access = 'view pupil sensitive' as const

export const viewlogEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/viewlog',
    access,
    query: ViewQuery,
    response: z.object({
      data: z.array(ViewEntry),
      total: z.int(),
      page: z.int(),
      per_page: z.int(),
      /** The name of the one person the list is narrowed to; null when it is not, or nobody can be named. */
      record_label: z.string().nullable(),
    }),
    summary: 'Einsichten: wer wann wessen Daten aufgerufen, ausgegeben oder gedruckt hat',
  }),
  days: endpoint({
    method: 'GET',
    path: '/api/admin/viewlog/days',
    access,
    query: ViewQuery,
    response: z.object({
      data: z.array(ViewDay),
      /** Of the rows: days and people. */
      total: z.int(),
      /** Of the views that all rows count. */
      entries: z.int(),
      page: z.int(),
      per_page: z.int(),
      record_label: z.string().nullable(),
    }),
    summary: 'Einsichten je Person und Tag: wie oft und wessen Daten',
  }),
  records: endpoint({
    method: 'GET',
    path: '/api/admin/viewlog/:id/records',
    access,
    params: IdParam,
    response: z.array(ViewedRecord),
    summary: 'Alle, deren Daten eine Ausgabe enthielt',
  }),
  paper: endpoint({
    method: 'POST',
    path: '/api/admin/viewlog/paper',
    access,
    body: ViewFilters,
    response: FileReply,
    isFile: true,
    summary: 'Die gefilterten Einsichten und alle Betroffenen als PDF für die Aufsichtsbehörde',
  }),
}
