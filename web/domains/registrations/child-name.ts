import { fullName, listName } from '#contract/person-names.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'

type OfChild = Pick<RegistrationRow, 'meta'>

const person = ({ meta }: OfChild) => ({ firstname: meta.child_firstname, lastname: meta.child_lastname })

/** "Mia Müller". */
export const childName = (registration: OfChild) => fullName(person(registration))

/** "Müller, Mia", as lists have it. */
export const childListName = (registration: OfChild) => listName(person(registration))
