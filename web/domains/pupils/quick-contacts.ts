import { emergencyCalls, peopleOf } from '#contract/families/families.people.ts'
import { callPlaceOf, isValidOn } from '#contract/families/families.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'

const NOT_ORDERED = Number.MAX_SAFE_INTEGER

/** People to call in the emergency order; others follow, guardians before contact persons. Only people valid today. */
export const quickContacts = (pupil: Pick<PupilDetails, 'guardians' | 'contact_persons'>, today: string) => {
  const { guardians = [], contact_persons = [] } = pupil
  const valid = contact_persons.filter((person) => isValidOn(person, today))
  return peopleOf({ guardians, contact_persons: valid })
    .map(({ kind, role, ...person }) => ({
      ...person,
      key: `${kind === 'guardian' ? kind : 'contact'} ${person.id}`,
      /** What they are to the child, as it is said on the phone. */
      role: kind === 'guardian' && !person.has_custody ? `${role}, nicht sorgeberechtigt` : role,
      /** Place in the emergency order; null: not to be called in an emergency. */
      emergency_priority: callPlaceOf(pupil, { kind, id: person.id }),
    }))
    .sort((a, b) => (a.emergency_priority ?? NOT_ORDERED) - (b.emergency_priority ?? NOT_ORDERED))
}
export type QuickContact = ReturnType<typeof quickContacts>[number]

/** More people would push the page down; the others follow under the contacts. */
const MOST_PEOPLE = 3

/** The people whose numbers stand on top of the pupil's page; `lack` says what is missing. */
export const calledInEmergency = (pupil: Parameters<typeof quickContacts>[0], today: string) => {
  const { people, lack } = emergencyCalls(quickContacts(pupil, today))
  return { people: people.filter(({ phones }) => phones.length > 0).slice(0, MOST_PEOPLE), lack }
}
