import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Address, PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import { IdParam, Instant } from '#contract/formats.ts'
import { readOf } from '#contract/record.ts'
import { SCHOOL_TYPES } from '#contract/schools/schools.facts.ts'
import { Pupil } from './pupil.record.ts'
import { PUPIL_READERS, PupilClassRef, PupilForAll } from './pupils.ts'

const YearRef = z.object({ id: z.int(), name: z.string() })

/** The pupil's classes with their days, newest first (domain §1.6). */
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
  /** Class B, because they reveal the days of entry and exit. */
  memberships: z.array(Membership).optional(),
  /** Class C, like the people around the child. */
  address: Address.optional(),
  guardians: z.array(PupilGuardian).optional(),
  contact_persons: z.array(PupilContactPerson).optional(),
  siblings: z.array(Sibling).optional(),
  /**
   * Whether information or contact is blocked: everybody who opens the page is warned; the text of the note is class D.
   */
  has_blocking_note: z.boolean(),
  /**
   * From the 17th birthday on, for those who see it: whether the pupil wants the parents to be informed after the 18th.
   */
  parents_informed: z.boolean().optional(),
  /** Only with 'manage pupil': the questions of the record depend on it (domain §1.5). */
  school_type: z.enum(SCHOOL_TYPES).optional(),
  /** Only with 'manage pupil': attended for at most 14 days, so that it can be deleted (domain §9b). */
  is_removable: z.boolean().optional(),
  /** Since when it is in the bin; only with 'manage pupil', because others do not find it there. */
  deleted_at: Instant.optional(),
  /** Only with 'manage pupil application': the application that became the pupil. */
  registration: z.object({ id: z.int(), number: z.string() }).nullable().optional(),
  /** Only a head gets this, of a person whose processing is restricted: then everything is only read. */
  is_restricted: z.literal(true).optional(),
})
export type PupilDetails = z.output<typeof PupilDetails>

export const pupilDetailsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id',
    pageOf: 'pupil',
    access: PUPIL_READERS,
    params: IdParam,
    response: PupilDetails,
    opens: 'pupil',
    summary: 'Eine Schülerin oder ein Schüler',
  }),
}
