import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam, Instant } from '#contract/formats.ts'
import { RegistrationStatus } from './registrations.status.ts'
import { DuplicatePupil } from './registrations.transform.ts'

/** Signs that two applications belong to the same family (domain §3.2, §3.3), in words for the card. */
export const SIBLING_SIGN_LABELS = {
  claimed: 'im Formular als Geschwisterkind genannt',
  mail: 'gleiche E-Mail-Adresse',
  phone: 'gleiche Telefonnummer',
  address: 'gleicher Name und gleiche Anschrift',
} as const
export const SIBLING_SIGNS = Object.keys(SIBLING_SIGN_LABELS) as (keyof typeof SIBLING_SIGN_LABELS)[]

/** `exact`: folded names and birth date agree; `likely`: they nearly agree (domain §3.3). */
const LIKENESSES = ['exact', 'likely'] as const

/** Another application; it can only be opened at its own school. */
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
  /** Its school year compared with this one's: an earlier one is a „frühere Bewerbung“ (domain §3.1). */
  year: z.enum(['same', 'earlier', 'later']),
})
export type SimilarRegistration = z.output<typeof SimilarRegistration>

export const SiblingRegistration = OtherRegistration.extend({ signs: z.array(z.enum(SIBLING_SIGNS)).min(1) })
export type SiblingRegistration = z.output<typeof SiblingRegistration>

export const SimilarPupil = DuplicatePupil.extend({ likeness: z.enum(LIKENESSES) })
export type SimilarPupil = z.output<typeof SimilarPupil>

/** Records about the child and its family at the viewer's schools; nothing from any other school. */
export const SimilarRecords = z.object({
  /** Other applications that may be for the same child: this school's first, newest first. */
  registrations: z.array(SimilarRegistration),
  /** Pupils who may be the same child. */
  pupils: z.array(SimilarPupil),
  /** Applications of brothers and sisters for the same school year; those with the most signs first. */
  siblings: z.array(SiblingRegistration),
  /** Siblings whom the form names as applying too, but who have no application. */
  missing_siblings: z.array(z.object({ firstname: z.string(), lastname: z.string(), school_short: z.string() })),
})
export type SimilarRecords = z.output<typeof SimilarRecords>

export const similarRegistrationEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/:id/similar',
    pageOf: 'registration',
    access: 'manage pupil application',
    params: IdParam,
    response: SimilarRecords,
    summary: 'Ähnliche Bewerbungen und SuS, Bewerbungen von Geschwistern',
  }),
}
