import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam, Instant } from '#contract/formats.ts'
import { RegistrationStatus } from './registrations.status.ts'
import { DuplicatePupil } from './registrations.transform.ts'

/** By what an application of the same family is known (domain §3.2, §3.3); said once for the card. */
export const SIBLING_SIGN_LABELS = {
  claimed: 'im Formular als Geschwisterkind genannt',
  mail: 'gleiche E-Mail-Adresse',
  phone: 'gleiche Telefonnummer',
  address: 'gleicher Name und gleiche Anschrift',
} as const
export const SIBLING_SIGNS = Object.keys(SIBLING_SIGN_LABELS) as (keyof typeof SIBLING_SIGN_LABELS)[]

/** `exact`: folded names and birth date agree; `likely`: nearly (domain §3.3). */
const LIKENESSES = ['exact', 'likely'] as const

/** Another application as it is known beside this one; only at its own school it can be opened. */
const OtherRegistration = z.object({
  id: z.int(),
  number: z.string(),
  school_short: z.string(),
  child_firstname: z.string(),
  child_lastname: z.string(),
  child_birthdate: z.iso.date(),
  desired_grade: z.int(),
  school_year: z.string(),
  status: RegistrationStatus,
  created_at: Instant,
  withdrawn_at: Instant.nullable(),
})

export const SimilarRegistration = OtherRegistration.extend({
  likeness: z.enum(LIKENESSES),
  /** The school year it is for, seen from this one: an earlier one is a „frühere Bewerbung“ (domain §3.1). */
  year: z.enum(['same', 'earlier', 'later']),
})
export type SimilarRegistration = z.output<typeof SimilarRegistration>

export const SiblingRegistration = OtherRegistration.extend({ signs: z.array(z.enum(SIBLING_SIGNS)).min(1) })
export type SiblingRegistration = z.output<typeof SiblingRegistration>

export const SimilarPupil = DuplicatePupil.extend({ likeness: z.enum(LIKENESSES) })
export type SimilarPupil = z.output<typeof SimilarPupil>

/** What is known about the child and its family at the schools of who asks; nothing of any other school. */
export const SimilarRecords = z.object({
  /** Other applications of what seems to be the same child: of this school first, the newest first. */
  registrations: z.array(SimilarRegistration),
  /** Pupils who seem to be the same child. */
  pupils: z.array(SimilarPupil),
  /** Applications of brothers and sisters for the same school year; those with most signs first. */
  siblings: z.array(SiblingRegistration),
  /** Named in the form as applying too, but no such application is there. */
  missing_siblings: z.array(z.object({ firstname: z.string(), lastname: z.string(), school_short: z.string() })),
})
export type SimilarRecords = z.output<typeof SimilarRecords>

export const similarRegistrationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/:id/similar',
    access: 'manage pupil application',
    params: IdParam,
    response: SimilarRecords,
    summary: 'Ähnliche Bewerbungen und SuS, Bewerbungen von Geschwistern',
  }),
}
