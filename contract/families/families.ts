import { z } from 'zod'
import { Id, Instant, Version } from '#contract/formats.ts'
import { readOf } from '#contract/record.ts'
import { ContactPerson } from './contact-person.record.ts'
import { RELATIONSHIPS } from './relationships.ts'

export const CUSTODY_PROOF_KINDS = [
  'birth_certificate',
  'negative_certificate',
  'court_decision',
  'declaration',
] as const
export const CUSTODY_PROOF_LABELS: Record<(typeof CUSTODY_PROOF_KINDS)[number], string> = {
  birth_certificate: 'Geburtsurkunde',
  negative_certificate: 'Negativbescheinigung',
  court_decision: 'Gerichtsbeschluss',
  declaration: 'Sorgeerklärung',
}
export const GUARDIAN_SALUTATIONS = ['ms', 'mr', 'none'] as const
export const GUARDIAN_SALUTATION_LABELS: Record<(typeof GUARDIAN_SALUTATIONS)[number], string> = {
  ms: 'Frau',
  mr: 'Herr',
  none: 'keine Angabe',
}

/** Most guardians and contact persons of one child together. */
export const FAMILY_MAX = 20

export const Address = z.object({
  street: z.string().nullable(),
  house_number: z.string().nullable(),
  address_extra: z.string().nullable(),
  zip: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
})

const PHONES = [
  { key: 'phone_mobile', kind: 'mobil' },
  { key: 'phone_home', kind: 'privat' },
  { key: 'phone_work', kind: 'dienstlich' },
] as const

type Phones = Record<(typeof PHONES)[number]['key'], string | null>

/** The known numbers, starting with the best one to call. */
export const phonesOf = (person: Phones) =>
  PHONES.flatMap(({ key, kind }) => {
    const number = person[key]
    return number ? [{ number, kind }] : []
  })

/** A guardian as seen from one pupil (domain §1.7). */
export const PupilGuardian = z.object({
  guardian_id: z.int(),
  position: z.int(),
  salutation: z.enum(GUARDIAN_SALUTATIONS),
  title: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  relationship: z.enum(RELATIONSHIPS),
  has_custody: z.boolean(),
  lives_with_pupil: z.boolean(),
  receives_letters: z.boolean(),
  receives_sicknote_mail: z.boolean(),
  may_pickup: z.boolean(),
  emergency_priority: z.int().nullable(),
  /** Absent for teachers, like the kind of the proof. */
  custody_proof_seen_at: z.iso.date().nullable().optional(),
  custody_proof_kind: z.enum(CUSTODY_PROOF_KINDS).nullable().optional(),
  phone_home: z.string().nullable(),
  phone_mobile: z.string().nullable(),
  phone_work: z.string().nullable(),
  mail: z.string().nullable(),
  mail_verified_at: Instant.nullable(),
  interpreter_language: z.string().nullable(),
  /** Null: lives at the pupil's address. Absent for teachers when the guardian lives apart (domain §1.0, class C). */
  address: Address.nullable().optional(),
  /** Children at this school, beside this one, for whom the same record counts, as far as the viewer may see them. */
  also_for: z.array(z.object({ id: z.int(), firstname: z.string(), classgradePlain: z.string().nullable() })),
  /** One version belongs to the person, one to the relation to this child. */
  version: Version,
  relation_version: Version,
})
export type PupilGuardian = z.output<typeof PupilGuardian>

/** Another person to call, or who may pick up the child (domain §1.8). */
export const PupilContactPerson = readOf(ContactPerson).extend({
  id: z.int(),
  priority: z.int().nullable(),
  version: Version,
})
export type PupilContactPerson = z.output<typeof PupilContactPerson>

export const CallOrder = z.array(z.object({ kind: z.enum(['guardian', 'contact_person']), id: Id })).max(FAMILY_MAX)
export type CallOrder = z.output<typeof CallOrder>

interface Callable {
  guardians?: readonly Pick<PupilGuardian, 'guardian_id' | 'emergency_priority'>[] | undefined
  contact_persons?: readonly Pick<PupilContactPerson, 'id' | 'priority'>[] | undefined
}

/** Everybody who is to be called, in order, in the shape in which the order is sent. */
export const callOrderOf = ({ guardians = [], contact_persons = [] }: Callable): CallOrder =>
  [
    ...guardians.map((one) => ({ kind: 'guardian' as const, id: one.guardian_id, place: one.emergency_priority })),
    ...contact_persons.map((one) => ({ kind: 'contact_person' as const, id: one.id, place: one.priority })),
  ]
    .flatMap(({ kind, id, place: rank }) => (rank === null ? [] : [{ kind, id, rank }]))
    .sort((a, b) => a.rank - b.rank)
    .map(({ kind, id }) => ({ kind, id }))

/** The position of a person in the order of people to call, from 1 without gaps; null: not to be called. */
export const callPlaceOf = (family: Callable, { kind, id }: CallOrder[number]) => {
  const index = callOrderOf(family).findIndex((one) => one.kind === kind && one.id === id)
  return index < 0 ? null : index + 1
}

/** Whether somebody may pick up the child on a day (YYYY-MM-DD): within the dates, both included (domain §1.8). */
export const isValidOn = (
  { valid_from, valid_until }: Pick<PupilContactPerson, 'valid_from' | 'valid_until'>,
  day: string,
) => (valid_from === null || valid_from <= day) && (valid_until === null || day <= valid_until)
