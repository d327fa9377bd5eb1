import { Checkbox, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { PERMISSION_LABELS, ROLE_LABELS, ROLE_SENTENCES, type Role } from '#contract/permissions.ts'
import { type PersonalRight, USER_TEXTS, type userEndpoints } from '#contract/users/users.ts'
import type { Reply } from '#web/api/client.ts'
import type { UserValues } from './user-form.ts'
import classes from './users.module.css'

type UserList = Reply<typeof userEndpoints.list>

/** What the server knows of roles and their permissions. */
export type RoleFacts = Pick<UserList, 'roles' | 'permissions'>

const RIGHTS = [
  { right: 'may_view_sensitive', label: 'Darf besonders geschützte Angaben sehen' },
  { right: 'may_manage_users', label: 'Darf Benutzer verwalten' },
] as const

const labelOf = (role: Role | '', { roles }: RoleFacts) => (role ? (roles[role] ?? ROLE_LABELS[role]) : 'ohne Rolle')

/** *Was darf diese Rolle?* in words (ux §3.11). */
const RolePermissions = ({ role, facts }: { role: Role | ''; facts: RoleFacts }) => {
  const held = facts.permissions.filter(({ roles }) => role !== '' && roles.includes(role))
  return (
    <details className={classes.permissions}>
      <summary>Was darf diese Rolle?</summary>
      {held.length > 0 ? (
        <ul aria-label={`Rechte: ${labelOf(role, facts)}`}>
          {held.map(({ id, name }) => (
            <li key={id}>{PERMISSION_LABELS[name]}</li>
          ))}
        </ul>
      ) : (
        <p>Start und eigenes Profil, sonst nichts.</p>
      )}
    </details>
  )
}

interface RoleFieldProps {
  values: UserValues
  onChange: (values: Partial<UserValues>) => void
  /** Roles that may be given, without 'ohne Rolle'. */
  offered: readonly Role[]
  facts: RoleFacts
  /** The own account: nobody changes the own role. */
  isFixed: boolean
  /** Rights the viewer has and so may give. */
  mayGive: (right: PersonalRight) => boolean
  errors: Record<string, ReactNode>
}

/** One role at most, and the personal rights of a Schulleitung account (domain §4). */
export const RoleField = ({ values, onChange, offered, facts, isFixed, mayGive, errors }: RoleFieldProps) => {
  const { role } = values
  const choices = isFixed ? [role] : [...offered, '' as const]
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Rolle"
        value={role}
        onChange={(chosen) => onChange({ role: chosen as Role | '' })}
        error={errors.roles}
        description={isFixed ? USER_TEXTS.ownRole : undefined}
      >
        <Stack gap="xs" mt={4}>
          {choices.map((choice, index) => (
            <Radio
              key={choice}
              {...(index === 0 ? { id: 'roles' } : {})}
              value={choice}
              disabled={isFixed}
              label={labelOf(choice, facts)}
              description={ROLE_SENTENCES[choice]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <RolePermissions role={role} facts={facts} />
      {role === 'schooladmin' &&
        RIGHTS.map(({ right, label }) => (
          <Checkbox
            key={right}
            id={right}
            label={label}
            disabled={isFixed || !mayGive(right)}
            description={isFixed || mayGive(right) ? undefined : USER_TEXTS.rightTooHigh}
            checked={values[right]}
            onChange={(event) => onChange({ [right]: event.currentTarget.checked })}
            error={errors[right]}
          />
        ))}
    </Stack>
  )
}
