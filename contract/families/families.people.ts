import { fullName, titledName } from '#contract/person-names.ts'
import { type PupilContactPerson, type PupilGuardian, phonesOf } from './families.ts'
import { RELATIONSHIP_LABELS } from './relationships.ts'

interface Family {
  guardians?: readonly PupilGuardian[] | undefined
  contact_persons?: readonly PupilContactPerson[] | undefined
}

interface CalledPhone {
  number: string
  /** Contact persons have one number, which needs no name. */
  kind?: string
}

/** Everybody who can be called for a child, as they are named, guardians first. */
export const peopleOf = ({ guardians = [], contact_persons = [] }: Family) => [
  ...guardians.map((one) => ({
    kind: 'guardian' as const,
    id: one.guardian_id,
    name: titledName(one),
    role: RELATIONSHIP_LABELS[one.relationship],
    phones: phonesOf(one).map(({ number, kind }): CalledPhone => ({ number, kind })),
    mail: one.mail,
    mayPickup: one.may_pickup,
    has_custody: one.has_custody,
  })),
  ...contact_persons.map((one) => ({
    kind: 'contact_person' as const,
    id: one.id,
    name: fullName(one),
    role: one.relation ?? 'Kontaktperson',
    phones: [one.phone].map((number): CalledPhone => ({ number })),
    mail: null,
    mayPickup: one.may_pickup,
    has_custody: false,
  })),
]

interface Callee {
  emergency_priority: number | null
  /** Contact persons have none. */
  has_custody?: boolean | undefined
}

const NOBODY_CALLED = 'Niemand ist für den Notfall eingetragen.'

/**
 * The people to call in an emergency, in their order. Where nobody is entered, `lack` says so, and those with
 * custody stand there.
 */
export const emergencyCalls = <Person extends Callee>(people: readonly Person[]) => {
  const called = people
    .flatMap((person) => (person.emergency_priority === null ? [] : [{ person, place: person.emergency_priority }]))
    .sort((a, b) => a.place - b.place)
    .map(({ person }) => person)
  if (called.length > 0) return { people: called, lack: undefined }
  const custodians = people.filter(({ has_custody }) => has_custody === true)
  return { people: custodians, lack: custodians.length > 0 ? `${NOBODY_CALLED} Sorgeberechtigte:` : NOBODY_CALLED }
}
