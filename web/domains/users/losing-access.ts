import type { User } from '#contract/users/users.ts'

/** So many names are read at once. */
const MOST_NAMES = 5

/** Heads and admins of a school without a second factor: where it is asked for they reach Start and Profil alone. */
export const losingAccess = (users: readonly User[], schoolId: number | undefined) =>
  users.filter(
    ({ isAdmin, isSchoolAdmin, has_two_factor, schools }) =>
      (isAdmin || isSchoolAdmin) && !has_two_factor && schools.some(({ id }) => id === schoolId),
  )

const namesOf = (users: readonly User[]) => {
  const more = users.length - MOST_NAMES
  const names = users.slice(0, MOST_NAMES).map(({ name }) => name)
  return new Intl.ListFormat('de').format(more > 0 ? [...names, `${more} weitere`] : names)
}

/** What demanding it does to them, before it is done. */
export const lockedOutText = (users: readonly User[]) => {
  if (users.length === 0) return 'Alle Schulleitungen und Admins dieser Schule haben sie schon eingerichtet.'
  const many = users.length > 1
  const who = many ? `${users.length} Konten haben` : '1 Konto hat'
  return `${who} noch keinen zweiten Faktor: ${namesOf(users)}. Bis er eingerichtet ist, ${many ? 'verlieren sie' : 'verliert es'} an dieser Schule den Zugriff auf alles außer Start und Profil.`
}
