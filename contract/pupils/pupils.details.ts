import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Address, PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import { IdParam, Instant } from '#contract/formats.ts'
import { readOf } from '#contract/record.ts'
import { SCHOOL_TYPES } from '#contract/schools/schools.facts.ts'
import { Pupil } from './pupil.record.ts'
import { PUPIL_READERS, PupilClassRef, PupilForAll } from './pupils.ts'

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

/** A pupil with a guardian in common. */
export const Sibling = PupilForAll.pick({
  id: true,
  firstname: true,
  lastname: true,
  lastname_prefix: true,
  status: true,
  schoolclass: true,
})

/** The parts of the address are read together. */
const Stored = readOf(Pupil)
  .omit({ street: true, house_number: true, address_extra: true, zip: true, city: true, country: true })
  .partial()

/** The pupil page; keys of a class the caller may not see are absent. */
export const PupilDetails = z.object({
  ...Stored.shape,
  ...PupilForAll.shape,
  school_year: YearRef.nullable(),
  version: z.int(),
  /** Class B: they tell the days of entry and exit. */
  memberships: z.array(Membership).optional(),
  /** Class C, like the people around the child. */
  address: Address.optional(),
  guardians: z.array(PupilGuardian).optional(),
  contact_persons: z.array(PupilContactPerson).optional(),
  siblings: z.array(Sibling).optional(),
  /** A note that information or contact is blocked: everyone who opens the page is warned; what it says is class D. */
  has_blocking_note: z.boolean(),
  /** With 'manage pupil' only: which questions the record asks follows from it (domain §1.5). */
  school_type: z.enum(SCHOOL_TYPES).optional(),
  /** With 'manage pupil' only: not attended for more than 14 days, so that it can be deleted (domain §9b). */
  is_removable: z.boolean().optional(),
  /** In the bin since; only with 'manage pupil', who else does not find the pupil there. */
  deleted_at: Instant.optional(),
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
