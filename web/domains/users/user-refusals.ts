import { USER_TEXTS, type User } from '#contract/users/users.ts'

type Refused = Pick<User, 'is_self' | 'isAdmin' | 'reach'>

/** Why an account cannot be edited or deleted from here (domain §4); undefined: it can. */
const reachRefusal = ({ reach, isAdmin }: Refused) => {
  if (reach === 'edit') return undefined
  return isAdmin ? 'Dieses Konto kann nur ein Admin bearbeiten.' : USER_TEXTS.otherSchools
}

export const editRefusal = (user: Refused) => (user.is_self ? undefined : reachRefusal(user))

export const removeRefusal = (user: Refused) => (user.is_self ? USER_TEXTS.ownAccount : reachRefusal(user))
