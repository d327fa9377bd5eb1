import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParam, Instant, Page, PerPage, QueryGrade, Search, Several, Sort } from './formats.ts'
import { GENDERS } from './genders.ts'
import type { Permission } from './permissions.ts'
import { ClassName } from './schoolclasses.ts'

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

/** Who gets classes B and C of the pupils they see: birth date, career, addresses, guardians (domain §1.0). */
export const seesPupilContacts = (permissions: readonly Permission[]) =>
  permissions.includes('manage pupil') || permissions.includes('view attached pupil')

/** The list without a filter of status (domain §3.6). */
export const LISTED_STATUSES: readonly PupilStatus[] = ['active', 'on_leave']

/** Who is searched without a filter of status: a child that was just admitted is found at once. */
export const SEARCHED_STATUSES: readonly PupilStatus[] = [...LISTED_STATUSES, 'upcoming']

export const EXIT_REASON_LABELS = {
  graduated: 'Abschluss',
  moved: 'Umzug',
  school_change: 'Schulwechsel',
  contract_end: 'Vertragsende',
  other: 'sonstiges',
} as const

export const AFTERSCHOOL_LABELS = { none: 'kein Hort', short: 'kurz', long: 'lang' } as const

const Gender = z.enum(GENDERS)

const ClassRef = z.object({ id: z.int(), classgradePlain: z.string() })
const YearRef = z.object({ id: z.int(), name: z.string() })

/** Class A and gender: what everyone sees who may see the pupil (domain §1.0). Class and grade are today's. */
const PupilForAll = z.object({
  id: z.int(),
  pupil_number: z.string(),
  lastname: z.string(),
  lastname_prefix: z.string().nullable(),
  firstname: z.string(),
  gender: Gender,
  status: PupilStatus,
  schoolclass: ClassRef.nullable(),
  schoolgrade: z.object({ grade: z.int() }).nullable(),
})

/** A row of the list. `birthdate` is class B: absent for who may not see it. */
export const PupilRow = PupilForAll.extend({ birthdate: z.iso.date().optional() })
export type PupilRow = z.output<typeof PupilRow>

export const PUPIL_SORT_KEYS = [
  'lastname',
  'firstname',
  'schoolclass',
  'schoolgrade',
  'gender',
  'birthdate',
  'status',
] as const

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
})
export type PupilQuery = z.output<typeof PupilQuery>

export const PupilList = z.object({
  data: z.array(PupilRow),
  total: z.int(),
  page: z.int(),
  per_page: z.int(),
})
export type PupilList = z.output<typeof PupilList>

const Address = z.object({
  street: z.string().nullable(),
  house_number: z.string().nullable(),
  address_extra: z.string().nullable(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
})

/** A guardian as seen from one pupil (domain §1.7). */
export const PupilGuardian = z.object({
  guardian_id: z.int(),
  position: z.int(),
  title: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  relationship: z.string(),
  has_custody: z.boolean(),
  lives_with_pupil: z.boolean(),
  receives_letters: z.boolean(),
  receives_sicknote_mail: z.boolean(),
  may_pickup: z.boolean(),
  emergency_priority: z.int().nullable(),
  phone_home: z.string().nullable(),
  phone_mobile: z.string().nullable(),
  phone_work: z.string().nullable(),
  mail: z.string().nullable(),
  mail_verified_at: Instant.nullable(),
  interpreter_language: z.string().nullable(),
  /** Null: lives at the pupil's address. Absent for teachers when the guardian lives apart (domain §1.0, class C). */
  address: Address.nullable().optional(),
})
export type PupilGuardian = z.output<typeof PupilGuardian>

/** Class B (domain §1.0): all but viewers. */
const PupilClassB = z.object({
  birthdate: z.iso.date(),
  date_entry: z.iso.date(),
  date_exit: z.iso.date().nullable(),
  exit_reason: z.string().nullable(),
  next_school: z.string().nullable(),
  previous_institution: z.string().nullable(),
  previous_city: z.string().nullable(),
  previous_school_type: z.string().nullable(),
  previous_grade: z.int().nullable(),
  afterschool_care: z.enum(['none', 'short', 'long']).nullable(),
})

/** A pupil with a guardian in common. */
const Sibling = PupilForAll.pick({
  id: true,
  firstname: true,
  lastname: true,
  lastname_prefix: true,
  status: true,
  schoolclass: true,
})

/** Class C (domain §1.0): all but viewers. */
const PupilClassC = z.object({
  address: Address,
  phone: z.string().nullable(),
  mail: z.string().nullable(),
  guardians: z.array(PupilGuardian),
  siblings: z.array(Sibling),
})

/** Where a pupil was and when, newest first (domain §1.6). */
const Membership = z.object({
  school_year: YearRef,
  schoolgrade: z.object({ grade: z.int() }),
  /** Null: the grade is known, the class still open. */
  schoolclass: ClassRef.nullable(),
  date_start: z.iso.date(),
  date_end: z.iso.date().nullable(),
})

/** The pupil page; keys of a class the caller may not see are absent. */
export const PupilDetails = PupilForAll.extend({
  school_year: YearRef.nullable(),
  memberships: z.array(Membership),
  version: z.int(),
  ...PupilClassB.partial().shape,
  ...PupilClassC.partial().shape,
  /** Class E. */
  note: z.string().nullable().optional(),
  /** With 'manage pupil application' only: the application the pupil was made from. */
  registration: z.object({ id: z.int(), number: z.string() }).nullable().optional(),
})
export type PupilDetails = z.output<typeof PupilDetails>

export const PupilStats = z.object({
  total: z.int(),
  classCount: z.int(),
  byGender: z.array(z.object({ gender: Gender, count: z.int() })),
  /** Each class of the active year in the order of classes, also an empty one; without who has no class. */
  byClass: z.array(ClassName.extend({ count: z.int(), capacity: z.int().nullable() })),
})
export type PupilStats = z.output<typeof PupilStats>

const average = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 })

/** Spec §2: children per class with up to 2 decimals; "–" without classes (domain §9a). */
export const pupilsPerClass = ({ total, classCount }: Pick<PupilStats, 'total' | 'classCount'>) =>
  classCount === 0 ? '–' : average.format(total / classCount)

export const PupilFormOptions = z.object({
  /** Classes of the active year, by grade, then description. */
  schoolclasses: z.array(ClassRef.extend({ schoolgrade: z.object({ grade: z.int() }) })),
  schoolgrades: z.array(z.object({ id: z.int(), grade: z.int(), name: z.string() })),
})
export type PupilFormOptions = z.output<typeof PupilFormOptions>

const access = ['view pupil', 'view attached pupil'] as const

export const pupilEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pupil',
    access,
    query: PupilQuery,
    response: PupilList,
    summary: 'Schülerinnen und Schüler mit Filtern',
  }),
  formOptions: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/formOptions',
    access,
    response: PupilFormOptions,
    summary: 'Klassen und Stufen zur Auswahl',
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/stats',
    access: 'view pupil',
    response: PupilStats,
    summary: 'Zahl der SuS nach Geschlecht und Zahl der Klassen',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id',
    access,
    params: IdParam,
    response: PupilDetails,
    isLogged: true,
    summary: 'Eine Schülerin oder ein Schüler',
  }),
}
