import { whenUsed } from './when-used.ts'

// Architecture §7: the same order as the named collations in SQL.
const persons = whenUsed(() => new Intl.Collator('de-u-co-phonebk', { numeric: true }))
const rest = whenUsed(() => new Intl.Collator('de', { numeric: true }))

/** DIN 5007-2 (ü like ue) for parts of people's names. */
export const comparePersonNames = (a: string, b: string) => persons().compare(a, b)

/** DIN 5007-1 (ü like u), numbers by value, for everything but people. */
export const compareTexts = (a: string, b: string) => rest().compare(a, b)

interface SortablePerson {
  lastname: string
  firstname: string
  birthdate?: string | null
  id: number
}

/** Last name, first name, birth date, id (domain §7); the prefix of a name is not part of it. */
export const comparePersons = (a: SortablePerson, b: SortablePerson) =>
  comparePersonNames(a.lastname, b.lastname) ||
  comparePersonNames(a.firstname, b.firstname) ||
  (a.birthdate ?? '').localeCompare(b.birthdate ?? '') ||
  a.id - b.id
