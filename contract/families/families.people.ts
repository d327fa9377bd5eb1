import { fullName, titledName } from '#contract/person-names.ts'
import { type PupilContactPerson, type PupilGuardian, phonesOf } from './families.ts'
import { RELATIONSHIP_LABELS } from './relationships.ts'

interface Family {
  guardians?: readonly PupilGuardian[] | undefined
  contact_persons?: readonly PupilContactPerson[] | undefined
}

/** Everybody who can be called for a child, as they are named, guardians first. */
export const peopleOf = ({ guardians = [], contact_persons = [] }: Family) => [
  ...guardians.map((one) => ({
    kind: 'guardian' as const,
    id: one.guardian_id,
    name: titledName(one),
    role: RELATIONSHIP_LABELS[one.relationship],
    phones: phonesOf(one).map(({ number, kind }): { number: string; kind: string } => ({ number, kind })),
    mail: one.mail,
    mayPickup: one.may_pickup,
  })),
  ...contact_persons.map((one) => ({
    kind: 'contact_person' as const,
    id: one.id,
    name: fullName(one),
    role: one.relation ?? 'Kontaktperson',
    phones: [{ number: one.phone, kind: 'Telefon' }],
    mail: null,
    mayPickup: one.may_pickup,
  })),
]
