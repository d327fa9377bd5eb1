// Architecture §7: the same order as the named collations in SQL.
const persons = new Intl.Collator('de-u-co-phonebk', { numeric: true })
const rest = new Intl.Collator('de', { numeric: true })

/** DIN 5007-2 (ü like ue) for parts of people's names. */
export const comparePersonNames = persons.compare

/** DIN 5007-1 (ü like u), numbers by value, for everything but people. */
export const compareTexts = rest.compare

interface SortablePerson {
  lastname: string
  firstname: string
  birthdate?: string | null
  id: number
}

/** Last name, first name, birth date, id (domain §7); the prefix of a name is not part of it. */
export const comparePersons = (a: SortablePerson, b: SortablePerson) =>
  persons.compare(a.lastname, b.lastname) ||
  persons.compare(a.firstname, b.firstname) ||
  (a.birthdate ?? '').localeCompare(b.birthdate ?? '') ||
  a.id - b.id
