import { useQuery } from '@tanstack/react-query'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { ROLES, type Role } from '#contract/permissions.ts'
import { Account } from '#contract/users/user.record.ts'
import { USER_NAME_LENGTH } from '#contract/users/user-name.ts'
import { mayGiveRole, PERSONAL_RIGHTS, type PersonalRight, type User } from '#contract/users/users.ts'
import { useMay } from '#web/api/base-data.ts'
import { type FieldValue, type FieldValues, fieldsIn } from '#web/forms/fields.ts'
import { userListQuery } from './user-list.ts'

export const INVITATION_HINT = `An die E-Mail-Adresse geht ein Link, um innerhalb von ${PASSWORD_LINK_MINUTES} Minuten ein Passwort zu setzen.`

/** The fields of an account; where the role is read, an empty one has words, too. */
export const ACCOUNT_FIELDS = fieldsIn(Account, ['name', 'email', 'roles', ...PERSONAL_RIGHTS]).map((field) =>
  field.key === 'roles' ? { ...field, empty: 'ohne Rolle' } : field,
)

const NEARLY_FULL = USER_NAME_LENGTH.max - 10

/** What a name may have and has by now, as soon as it gets long; counted as the contract does: an emoji once. */
export const nameLengthText = (name: FieldValue) => {
  const count = [...String(name)].length
  return count > NEARLY_FULL ? `${USER_NAME_LENGTH.min} bis ${USER_NAME_LENGTH.max} Zeichen, jetzt ${count}` : ''
}

/** The one role; '': without one. */
export const roleIn = ({ roles }: FieldValues) => ((roles as readonly Role[] | undefined)?.[0] ?? '') as Role | ''

/** Personal rights belong to Schulleitung accounts only (domain §4). */
export const isAsked = (key: string, values: FieldValues) =>
  !PERSONAL_RIGHTS.some((right) => right === key) || roleIn(values) === 'schooladmin'

const addressIn = (email: FieldValue | undefined) => String(email).trim().toLowerCase()

/** Whether the own address is to change: that needs the own password once more. */
export const isOwnMove = ({ email }: FieldValues, stored: Pick<User, 'is_self' | 'email'> | undefined) =>
  stored?.is_self === true && addressIn(email) !== stored.email

/** Who of the accounts that can be seen has the typed address already. */
export const holderOf = (email: FieldValue, users: readonly Pick<User, 'id' | 'name' | 'email'>[], ownId?: number) =>
  users.find((user) => user.email === addressIn(email) && user.id !== ownId)?.name

/** Says whose the typed address is before it is sent, as far as one sees the accounts; the server knows all of them. */
export const useHeldAddress = (ownId?: number) => {
  const mayList = useMay()('manage users')
  const { data } = useQuery({ ...userListQuery, enabled: mayList, meta: { quiet: true } })
  return {
    textFor: (email: FieldValue = '') => {
      const name = holderOf(email, data?.users ?? [], ownId)
      return name && `${name} hat diese Adresse schon.`
    },
  }
}

/** The fault that is known without asking the server. */
export const addressFault = (heldText: string | undefined): Record<string, string> =>
  heldText ? { email: heldText } : {}

interface RoleChoice {
  users: readonly Pick<User, 'isSchoolAdmin' | 'schools'>[]
  /** The active school. */
  schoolId: number | undefined
  mayGive: (right: PersonalRight) => boolean
}

/** A Schulleitung account with all personal rights that one may give. */
export const headWith = (mayGive: RoleChoice['mayGive']): FieldValues => ({
  roles: ['schooladmin'],
  ...Object.fromEntries(PERSONAL_RIGHTS.map((right) => [right, mayGive(right)])),
})

/** The first Schulleitung of a school begins with both personal rights, as far as one may give them (domain §4). */
export const firstRights = (role: Role | '', { users, schoolId, mayGive }: RoleChoice) => {
  const hasHead = users.some(({ isSchoolAdmin, schools }) => isSchoolAdmin && schools.some(({ id }) => id === schoolId))
  if (role !== 'schooladmin' || hasHead) return {}
  return Object.fromEntries(PERSONAL_RIGHTS.map((right) => [right, mayGive(right)]))
}

/** What may be chosen, highest first. */
export const offeredRoles = (own: Role | null): readonly Role[] => ROLES.filter((role) => mayGiveRole(own, role))
