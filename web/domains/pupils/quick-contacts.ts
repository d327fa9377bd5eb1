import { callPlaceOf, isValidOn, phonesOf } from '#contract/families/families.ts'
import { RELATIONSHIP_LABELS } from '#contract/families/relationships.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'

export interface QuickContact {
  key: string
  name: string
  /** What they are to the child, as it is said on the phone. */
  role: string
  phones: { number: string; kind: string }[]
  mail: string | null
  /** Place in the emergency order; null: not to be called in an emergency. */
  place: number | null
  mayPickup: boolean
}

type Reachable = Pick<PupilDetails, 'guardians' | 'contact_persons'>

const guardianContacts = (pupil: Reachable): QuickContact[] =>
  (pupil.guardians ?? []).map((guardian) => ({
    key: `guardian ${guardian.guardian_id}`,
    name: titledName(guardian),
    role: [RELATIONSHIP_LABELS[guardian.relationship], !guardian.has_custody && 'nicht sorgeberechtigt']
      .filter(Boolean)
      .join(', '),
    phones: phonesOf(guardian),
    mail: guardian.mail,
    place: callPlaceOf(pupil, { kind: 'guardian', id: guardian.guardian_id }),
    mayPickup: guardian.may_pickup,
  }))

const otherContacts = (pupil: Reachable, today: string): QuickContact[] =>
  (pupil.contact_persons ?? [])
    .filter((person) => isValidOn(person, today))
    .map((person) => ({
      key: `contact ${person.id}`,
      name: fullName(person),
      role: person.relation ?? 'Kontaktperson',
      phones: [{ number: person.phone, kind: 'Telefon' }],
      mail: null,
      place: callPlaceOf(pupil, { kind: 'contact_person', id: person.id }),
      mayPickup: person.may_pickup,
    }))

const NOT_ORDERED = Number.MAX_SAFE_INTEGER

/** People to call in the emergency order; others follow, guardians before contact persons. Only people valid today. */
export const quickContacts = (pupil: Reachable, today: string): QuickContact[] =>
  [...guardianContacts(pupil), ...otherContacts(pupil, today)].sort(
    (a, b) => (a.place ?? NOT_ORDERED) - (b.place ?? NOT_ORDERED),
  )
