import { z } from 'zod'
import { addressFields } from '#contract/address.record.ts'
import { Id, Instant, Version } from '#contract/formats.ts'
import { readOf } from '#contract/record.ts'
import { ContactPerson } from './contact-person.record.ts'
import { GuardianPerson, GuardianRelation } from './guardian.record.ts'

/** Most guardians and contact persons of one child together. */
export const FAMILY_MAX = 20

/** The address as it is read; the country is null when nobody knows it. */
export const Address = z.object({ ...readOf(z.object(addressFields)).shape, country: z.string().nullable() })

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
export const PupilGuardian = readOf(GuardianPerson)
  .omit({ street: true, house_number: true, address_extra: true, zip: true, city: true, country: true })
  .extend(readOf(GuardianRelation).shape)
  // Absent for teachers.
  .partial({ custody_proof_seen_at: true, custody_proof_kind: true })
  .extend({
    guardian_id: z.int(),
    position: z.int(),
    emergency_priority: z.int().nullable(),
    mail_verified_at: Instant.nullable(),
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
