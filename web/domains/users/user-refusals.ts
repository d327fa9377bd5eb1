import { USER_TEXTS, type User } from '#contract/users.ts'

/** Why an account cannot be edited or deleted from here (domain §4); undefined: it can. */
const reachRefusal = ({ reach }: User) => {
  if (reach === 'detach') return USER_TEXTS.otherSchools
  return reach === 'read' ? 'Dieses Konto kann nur ein Admin bearbeiten.' : undefined
}

export const editRefusal = (user: User) => (user.is_self ? undefined : reachRefusal(user))

export const removeRefusal = (user: User) => (user.is_self ? USER_TEXTS.ownAccount : reachRefusal(user))
