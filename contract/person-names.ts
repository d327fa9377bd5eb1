interface Named {
  firstname: string
  lastname: string
  lastname_prefix?: string | null
}

const wholeLastname = ({ lastname, lastname_prefix }: Named) =>
  lastname_prefix ? `${lastname_prefix} ${lastname}` : lastname

/** "Vorname Nachname", as everywhere but in lists (domain §7). */
export const fullName = (person: Named) => `${person.firstname} ${wholeLastname(person)}`

/** With the title before it. */
export const titledName = (person: Named & { title: string | null }) =>
  [person.title, fullName(person)].filter(Boolean).join(' ')

/** "Nachname, Vorname" for lists; the prefix stands in front and is ignored when sorting (domain §1.5, §7). */
export const listName = (person: Named) => `${wholeLastname(person)}, ${person.firstname}`
