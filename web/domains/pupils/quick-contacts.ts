import { fullName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { RELATIONSHIP_LABELS } from '#contract/relationships.ts'

export interface QuickContact {
  key: string
  name: string
  /** What they are to the child, as it is said on the phone. */
  role: string
  phones: { number: string; kind: string }[]
  mail: string | null
  /** Place in the emergency order; null: not to be called in an emergency. */
  priority: number | null
  mayPickup: boolean
}

const PHONES = [
  { key: 'phone_mobile', kind: 'mobil' },
  { key: 'phone_home', kind: 'privat' },
  { key: 'phone_work', kind: 'dienstlich' },
] as const

type Reachable = Pick<PupilDetails, 'guardians' | 'contact_persons'>

const guardianContacts = ({ guardians = [] }: Reachable): QuickContact[] =>
  guardians.map((guardian) => ({
    key: `guardian ${guardian.guardian_id}`,
    name: [guardian.title, fullName(guardian)].filter(Boolean).join(' '),
    role: [RELATIONSHIP_LABELS[guardian.relationship], !guardian.has_custody && 'nicht sorgeberechtigt']
      .filter(Boolean)
      .join(', '),
    phones: PHONES.flatMap(({ key, kind }) => (guardian[key] ? [{ number: guardian[key], kind }] : [])),
    mail: guardian.mail,
    priority: guardian.emergency_priority,
    mayPickup: guardian.may_pickup,
  }))

interface Term {
  valid_from: string | null
  valid_until: string | null
}

const isValidOn = ({ valid_from, valid_until }: Term, day: string) =>
  (valid_from === null || valid_from <= day) && (valid_until === null || day <= valid_until)

const otherContacts = ({ contact_persons = [] }: Reachable, today: string): QuickContact[] =>
  contact_persons
    .filter((person) => isValidOn(person, today))
    .map((person) => ({
      key: `contact ${person.id}`,
      name: fullName(person),
      role: person.relation ?? 'Kontaktperson',
      phones: [{ number: person.phone, kind: 'Telefon' }],
      mail: null,
      priority: person.is_emergency ? person.priority : null,
      mayPickup: person.may_pickup,
    }))

const NOT_ORDERED = Number.MAX_SAFE_INTEGER

/** Whom to call, in the emergency order; who is not in it follows, guardians before others. Only who counts today. */
export const quickContacts = (pupil: Reachable, today: string): QuickContact[] =>
  [...guardianContacts(pupil), ...otherContacts(pupil, today)].sort(
    (a, b) => (a.priority ?? NOT_ORDERED) - (b.priority ?? NOT_ORDERED),
  )
