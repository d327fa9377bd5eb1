import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Address, PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import { IdParam, Instant } from '#contract/formats.ts'
import { SCHOOL_TYPES } from '#contract/schools/schools.facts.ts'
import {
  AFTERSCHOOL_CARE,
  AFTERSCHOOL_DAYS,
  ENROLMENT_KINDS,
  ForeignLanguage,
  KITA_YEARS,
  MEASLES_PROOF_KINDS,
  SCHOOL_RECOMMENDATIONS,
  SWIM_LEVELS,
} from './pupils.fields.ts'
import { ExitReason, PUPIL_READERS, PupilClassRef, PupilForAll } from './pupils.ts'

const YearRef = z.object({ id: z.int(), name: z.string() })

/** Where a pupil was and when, newest first (domain §1.6). */
const Membership = z.object({
  school_year: YearRef,
  schoolgrade: z.object({ grade: z.int() }),
  /** Null: the grade is known, the class still open. */
  schoolclass: PupilClassRef.nullable(),
  date_start: z.iso.date(),
  date_end: z.iso.date().nullable(),
})
export type Membership = z.output<typeof Membership>

/** Class B (domain §1.0): all but viewers. */
const PupilClassB = z.object({
  firstnames_all: z.string().nullable(),
  birthname: z.string().nullable(),
  birthdate: z.iso.date(),
  birthplace: z.string().nullable(),
  birth_country: z.string().nullable(),
  nationalities: z.array(z.string()),
  immigration_year: z.int().nullable(),
  family_language: z.string().nullable(),
  first_enrolment_year: z.int().nullable(),
  enrolment_kind: z.enum(ENROLMENT_KINDS).nullable(),
  kita_years: z.enum(KITA_YEARS).nullable(),
  school_recommendation: z.enum(SCHOOL_RECOMMENDATIONS).nullable(),
  foreign_languages: z.array(ForeignLanguage),
  afterschool_days: z.array(z.enum(AFTERSCHOOL_DAYS)),
  swim_level: z.enum(SWIM_LEVELS).nullable(),
  measles_proof_seen_at: z.iso.date().nullable(),
  measles_proof_kind: z.enum(MEASLES_PROOF_KINDS).nullable(),
  date_entry: z.iso.date(),
  date_exit: z.iso.date().nullable(),
  exit_reason: ExitReason.nullable(),
  next_school: z.string().nullable(),
  previous_institution: z.string().nullable(),
  previous_city: z.string().nullable(),
  previous_school_type: z.string().nullable(),
  previous_grade: z.int().nullable(),
  afterschool_care: z.enum(AFTERSCHOOL_CARE).nullable(),
  /** They tell the days of entry and exit. */
  memberships: z.array(Membership),
})

/** A pupil with a guardian in common. */
export const Sibling = PupilForAll.pick({
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
  may_go_home_alone: z.boolean().nullable(),
  guardians: z.array(PupilGuardian),
  contact_persons: z.array(PupilContactPerson),
  siblings: z.array(Sibling),
})

/** The pupil page; keys of a class the caller may not see are absent. */
export const PupilDetails = PupilForAll.extend({
  school_year: YearRef.nullable(),
  version: z.int(),
  ...PupilClassB.partial().shape,
  ...PupilClassC.partial().shape,
  /** A note that information or contact is blocked: everyone who opens the page is warned; what it says is class D. */
  has_blocking_note: z.boolean(),
  /** With 'manage pupil' only: which questions the record asks follows from it (domain §1.5). */
  school_type: z.enum(SCHOOL_TYPES).optional(),
  /** With 'manage pupil' only: not attended for more than 14 days, so that it can be deleted (domain §9b). */
  is_removable: z.boolean().optional(),
  /** In the bin since; only with 'manage pupil', who else does not find the pupil there. */
  deleted_at: Instant.optional(),
  /** Class E: with 'manage pupil' only. */
  note: z.string().nullable().optional(),
  /** With 'manage pupil application' only: the application the pupil was made from. */
  registration: z.object({ id: z.int(), number: z.string() }).nullable().optional(),
})
export type PupilDetails = z.output<typeof PupilDetails>

export const pupilDetailsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id',
    access: PUPIL_READERS,
    params: IdParam,
    response: PupilDetails,
    isLogged: true,
    summary: 'Eine Schülerin oder ein Schüler',
  }),
}
