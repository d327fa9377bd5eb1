import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import {
  Id,
  Instant,
  IsoDate,
  Page,
  PerPage,
  QueryFlag,
  QueryGrade,
  QueryId,
  Search,
  Several,
  Sort,
} from '#contract/formats.ts'
import { GENDERS } from '#contract/genders.ts'
import type { Permission } from '#contract/permissions.ts'
import { SCHOOLYEAR_STATES } from '#contract/schoolyears/schoolyears.states.ts'

/** Domain §1.5. */
export const PUPIL_STATUSES = ['upcoming', 'active', 'on_leave', 'guest', 'left', 'graduated'] as const
export const PupilStatus = z.enum(PUPIL_STATUSES)
export type PupilStatus = z.output<typeof PupilStatus>

export const PUPIL_STATUS_LABELS: Record<PupilStatus, string> = {
  upcoming: 'künftig',
  active: 'aktiv',
  on_leave: 'beurlaubt',
  guest: 'Gast',
  left: 'abgegangen',
  graduated: 'mit Abschluss',
}

/** States of attendance that the school sets itself; coming and leaving follows from the dates (domain §3.4). */
export const ATTENDING_STATUSES = ['active', 'on_leave', 'guest'] as const satisfies readonly PupilStatus[]

/** States of pupils who are no longer at the school. */
export const LEFT_STATUSES = ['left', 'graduated'] as const satisfies readonly PupilStatus[]

const isOneOf = (statuses: readonly PupilStatus[], status: string) => (statuses as readonly string[]).includes(status)

export const isAttending = ({ status }: { status: string }) => isOneOf(ATTENDING_STATUSES, status)
export const hasLeft = ({ status }: { status: string }) => isOneOf(LEFT_STATUSES, status)

/**
 * Whether the viewer gets classes B and C of the visible pupils: birth date, career, addresses, guardians (domain
 * §1.0).
 */
export const seesPupilContacts = (permissions: readonly Permission[]) =>
  permissions.includes('manage pupil') || permissions.includes('view attached pupil')

/** The states in the list when no status is chosen (domain §3.6). */
export const LISTED_STATUSES: readonly PupilStatus[] = ['active', 'on_leave']

/** The states in a search when no status is chosen: a child that was just admitted is found at once. */
export const SEARCHED_STATUSES: readonly PupilStatus[] = [...LISTED_STATUSES, 'upcoming']

export const EXIT_REASONS = ['graduated', 'moved', 'school_change', 'contract_end', 'other'] as const
export const EXIT_REASON_LABELS: Record<(typeof EXIT_REASONS)[number], string> = {
  graduated: 'Abschluss',
  moved: 'Umzug',
  school_change: 'Schulwechsel',
  contract_end: 'Vertragsende',
  other: 'sonstiges',
}

const Gender = z.enum(GENDERS)

export const PupilClassRef = z.object({ id: z.int(), classgradePlain: z.string() })

/** Class A and gender: for everybody who may see the pupil (domain §1.0). Class and grade are today's. */
export const PupilForAll = z.object({
  id: z.int(),
  pupil_number: z.string(),
  lastname: z.string(),
  lastname_prefix: z.string().nullable(),
  firstname: z.string(),
  gender: Gender,
  status: PupilStatus,
  schoolclass: PupilClassRef.nullable(),
  schoolgrade: z.object({ grade: z.int() }).nullable(),
})

/** A row of the list. `birthdate` is class B: absent when the viewer may not see it. */
export const PupilRow = PupilForAll.extend({
  birthdate: z.iso.date().optional(),
  /** When it was deleted; only in the bin. */
  deleted_at: Instant.optional(),
})
export type PupilRow = z.output<typeof PupilRow>

/**
 * Gaps worth a filter: `mail`: no guardian who gets letters has a mail address; `contact`: no guardian has a phone or
 * mail; `confirmation`: a confidential entry is to be confirmed, only with 'view pupil sensitive' (domain §5.3).
 */
export const MISSING = ['contact', 'mail', 'address', 'custody', 'confirmation'] as const
export const MISSING_LABELS: Record<(typeof MISSING)[number], string> = {
  contact: 'ohne Telefon und E-Mail',
  mail: 'ohne E-Mail-Adresse',
  address: 'ohne Anschrift',
  custody: 'ohne Sorgeberechtigte',
  confirmation: 'Vertrauliches zu bestätigen',
}

export const PUPIL_SORT_KEYS = [
  'lastname',
  'firstname',
  'schoolclass',
  'schoolgrade',
  'gender',
  'birthdate',
  'status',
] as const

/** Characters of the conditions in the address. */
export const FILTER_LENGTH_MAX = 1500

export const PupilQuery = z.object({
  page: Page,
  per_page: PerPage,
  sort: Sort(PUPIL_SORT_KEYS, 'lastname'),
  search: Search,
  /** Ids, and `none` for pupils without a class. */
  schoolclass_id: Several(z.union([z.literal('none'), z.coerce.number().int().positive()])).optional(),
  schoolgrade: Several(QueryGrade).optional(),
  gender: Several(Gender).optional(),
  /** Missing: `LISTED_STATUSES`, while searching `SEARCHED_STATUSES`. */
  status: Several(PupilStatus).optional(),
  /** Pupils of this school year, with grade and class on its day (`classDay`); missing: today. */
  school_year_id: QueryId.optional(),
  /** Who is at the school on this day, without guests, with grade and class of the day; class B. */
  on: IsoDate.optional(),
  /** Month of birth; class B. */
  birth_month: z.coerce.number().int().min(1).max(12).optional(),
  /** Gaps in the record; class C. */
  missing: Several(z.enum(MISSING)).optional(),
  /** Only who is away today, for the whole day or a part of it. */
  away: QueryFlag.optional(),
  /** The bin instead of the school; only with 'manage pupil'. */
  bin: QueryFlag.optional(),
  /** Conditions on fields of the record, as `readConditions` reads them. */
  filter: z.string().max(FILTER_LENGTH_MAX).optional(),
})
export type PupilQuery = z.output<typeof PupilQuery>

/** A page of the list can have further columns: keys of `LISTED_COLUMNS` that the viewer may list. */
export const PupilPageQuery = PupilQuery.extend({ columns: Several(z.string().max(60)).optional() })
export type PupilPageQuery = z.output<typeof PupilPageQuery>

/**
 * Further columns of a page: their keys, and as JSON text for each row of `data` an array of values in the order of the keys. It is
 * a text because the server passes on what PostgreSQL has written (ADR 0074); `listedTexts` reads it.
 */
export const ListedValues = z.object({ columns: z.array(z.string()), values: z.string() })
export type ListedValues = z.output<typeof ListedValues>

export const PupilList = z.object({
  data: z.array(PupilRow),
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
  /** The further columns, when there are any. */
  listed: ListedValues.optional(),
})
export type PupilList = z.output<typeof PupilList>

export const PupilFormOptions = z.object({
  /** Classes of the active year, by grade, then description. */
  schoolclasses: z.array(PupilClassRef.extend({ schoolgrade: z.object({ grade: z.int() }) })),
  schoolgrades: z.array(z.object({ id: z.int(), grade: z.int(), name: z.string() })),
  /** Active and planned years first, newest first; to filter by. */
  schoolyears: z.array(z.object({ id: z.int(), name: z.string(), state: z.enum(SCHOOLYEAR_STATES) })),
})
export type PupilFormOptions = z.output<typeof PupilFormOptions>

/** Everybody who sees pupils at all; the server decides which ones. */
export const PUPIL_READERS = ['view pupil', 'view attached pupil'] as const

/** Most pupils in one call: mass actions, exports, sheets. */
export const CHOSEN_MAX = 20_000

/** Pupils chosen one by one or as all hits of a filter (`pupilEndpoints.ids`); lists and files keep their order. */
export const ChosenPupils = z.array(Id).min(1).max(CHOSEN_MAX)

export const pupilEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pupil',
    access: PUPIL_READERS,
    query: PupilPageQuery,
    response: PupilList,
    summary: 'Schülerinnen und Schüler mit Filtern',
  }),
  ids: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/ids',
    access: PUPIL_READERS,
    query: PupilQuery.omit({ page: true, per_page: true }),
    response: z.object({ ids: z.array(z.int()) }),
    summary: 'Alle Treffer der Filter in ihrer Reihenfolge, um sie auszuwählen',
  }),
  formOptions: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/formOptions',
    access: PUPIL_READERS,
    response: PupilFormOptions,
    summary: 'Klassen und Stufen zur Auswahl',
  }),
}
