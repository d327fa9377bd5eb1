import { ROLES, type Role } from '#contract/permissions.ts'
import {
  mayGiveRole,
  NewUserForm,
  type PersonalRight,
  USER_NAME_LENGTH,
  type User,
  type UserChange,
} from '#contract/users/users.ts'

/** What the dialog holds; role '': without one. */
export interface UserValues extends Record<string, unknown> {
  name: string
  email: string
  role: Role | ''
  may_view_sensitive: boolean
  may_manage_users: boolean
}

export const NO_USER: UserValues = {
  name: '',
  email: '',
  role: '',
  may_view_sensitive: false,
  may_manage_users: false,
}

export const USER_FIELDS = {
  name: 'Name',
  email: 'E-Mail',
  current_password: 'Ihr Passwort',
  roles: 'Rolle',
} as const

/** What a name may have and has by now, counted as the contract does: an emoji once. */
export const nameLengthText = (name: string) =>
  `${USER_NAME_LENGTH.min} bis ${USER_NAME_LENGTH.max} Zeichen, jetzt ${[...name].length}`

/** The typed fields; role and rights can only be chosen. */
export const TypedFields = NewUserForm.pick({ name: true, email: true })

export const valuesOf = ({ name, email, roles, may_view_sensitive, may_manage_users }: User): UserValues => ({
  name,
  email,
  role: roles[0] ?? '',
  may_view_sensitive,
  may_manage_users,
})

/** Personal rights belong to Schulleitung accounts only (domain §4). */
const rightsOf = ({ role, may_view_sensitive, may_manage_users }: UserValues) =>
  role === 'schooladmin' ? { may_view_sensitive, may_manage_users } : {}

/** The body of a new account. */
export const newUserOf = (values: UserValues) => {
  const { name, email, role } = values
  return { name, email, roles: role ? [role] : [], ...rightsOf(values) }
}

/** What differs from the account as it was loaded, as PUT wants it; empty: nothing. */
export const changesOf = (values: UserValues, before: UserValues): UserChange => {
  const { name, email, roles, ...rights } = newUserOf(values)
  const changedRights = Object.entries(rights).filter(([right, isGiven]) => before[right] !== isGiven)
  return {
    ...(name === before.name ? {} : { name }),
    ...(email === before.email ? {} : { email }),
    ...(values.role === before.role ? {} : { roles }),
    ...Object.fromEntries(changedRights),
  }
}

/** Whether the own address is to change: that needs the own password once more. */
export const isOwnMove = (values: UserValues, stored: Pick<User, 'is_self' | 'email'> | undefined) =>
  stored?.is_self === true && values.email.trim().toLowerCase() !== stored.email

/** Who of the accounts that can be seen has the typed address already. */
export const holderOf = (email: string, users: readonly Pick<User, 'id' | 'name' | 'email'>[], ownId?: number) => {
  const typed = email.trim().toLowerCase()
  return users.find((user) => user.email === typed && user.id !== ownId)?.name
}

interface RoleChoice {
  users: readonly Pick<User, 'isSchoolAdmin' | 'schools'>[]
  /** The active school. */
  schoolId: number | undefined
  mayGive: (right: PersonalRight) => boolean
}

/** The first Schulleitung of a school begins with both personal rights, as far as one may give them (domain §4). */
export const withFirstRights = (changed: Partial<UserValues>, { users, schoolId, ...choice }: RoleChoice) => {
  const hasHead = users.some(({ isSchoolAdmin, schools }) => isSchoolAdmin && schools.some(({ id }) => id === schoolId))
  if (changed.role !== 'schooladmin' || hasHead) return changed
  const [may_view_sensitive, may_manage_users] = [
    choice.mayGive('may_view_sensitive'),
    choice.mayGive('may_manage_users'),
  ]
  return { ...changed, may_view_sensitive, may_manage_users }
}

/** What may be chosen, highest first. */
export const offeredRoles = (own: Role | null): readonly Role[] => ROLES.filter((role) => mayGiveRole(own, role))
