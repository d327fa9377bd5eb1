import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  PERMISSION_LABELS,
  PERMISSIONS,
  ROLE_LABELS,
  ROLE_PERMISSIONS,
  ROLE_SENTENCES,
  ROLES,
  type Role,
} from '#contract/permissions.ts'
import { type PersonalRight, USER_TEXTS, type User } from '#contract/users/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import type { FieldValue, FieldValues, InputFieldProps } from '#web/forms/fields.ts'
import { RadioField } from '#web/forms/RadioField.tsx'
import type { RoleFacts } from './PermissionTable.tsx'
import { userListQuery } from './user-list.ts'
import { firstRights, offeredRoles, roleIn } from './user-rules.ts'
import classes from './users.module.css'

const RIGHT_LABELS: Record<PersonalRight, string> = {
  may_view_sensitive: 'Darf besonders geschützte Angaben sehen',
  may_manage_users: 'Darf Benutzer verwalten',
}

/** What is known of roles without the list of accounts, which not everybody may see who may create one. */
export const ROLE_FACTS: RoleFacts = {
  roles: ROLE_LABELS,
  permissions: PERMISSIONS.map((name, index) => ({
    id: index + 1,
    name,
    roles: ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(name)),
  })),
}

const roleName = (role: Role | '', { roles }: RoleFacts) => (role ? (roles[role] ?? ROLE_LABELS[role]) : 'ohne Rolle')

/** *Was darf diese Rolle?* in words (ux §3.11). */
const RolePermissions = ({ role, facts }: { role: Role | ''; facts: RoleFacts }) => {
  const held = facts.permissions.filter(({ roles }) => role !== '' && roles.includes(role))
  return (
    <details className={classes.permissions}>
      <summary>Was darf diese Rolle?</summary>
      {held.length > 0 ? (
        <ul aria-label={`Rechte: ${roleName(role, facts)}`}>
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

/** Stands above the roles: on a phone the buttons of the dialog cover the last one, which is chosen at first. */
const NoRoleWarning = () => <span className="sh-warn">Ohne Rolle sieht diese Person keine Daten der Schule.</span>

interface RoleEdit {
  values: FieldValues
  /** The account that is changed; missing: a new one. */
  base?: User | undefined
  fillIn: (values: FieldValues) => void
  set: (key: string, value: FieldValue) => void
}

interface RoleFieldProps {
  edit: RoleEdit
  input: InputFieldProps
  facts: RoleFacts
  /** Rights the viewer has and so may give. */
  mayGive: (right: PersonalRight) => boolean
}

/** One role at most (domain §4); nobody changes the own one. */
export const RoleField = ({ edit, input, facts, mayGive }: RoleFieldProps) => {
  const baseData = useSignedIn()
  const mayList = useMay()('manage users')
  const { data } = useQuery({ ...userListQuery, enabled: mayList, meta: { quiet: true } })
  const role = roleIn(edit.values)
  const isFixed = edit.base?.is_self ?? false
  const set = (chosen: Role | '') => {
    const choice = { users: data?.users ?? [], schoolId: baseData?.school?.id, mayGive }
    if (!edit.base) edit.fillIn({ ...edit.values, ...firstRights(chosen, choice) })
    edit.set('roles', chosen ? [chosen] : [])
  }
  return (
    <>
      <RadioField
        id="roles"
        label="Rolle"
        value={role}
        onChange={set}
        error={input.error}
        description={isFixed ? USER_TEXTS.ownRole : role === '' && <NoRoleWarning />}
        disabled={isFixed}
        options={(isFixed ? [role] : [...offeredRoles(baseData?.user.role ?? null), '' as const]).map((value) => ({
          value,
          label: roleName(value, facts),
          description: ROLE_SENTENCES[value],
        }))}
      />
      <RolePermissions role={role} facts={facts} />
    </>
  )
}

/** A personal right of a Schulleitung account (domain §4). */
export const RightField = ({
  input,
  isFixed,
  mayGive,
}: {
  input: InputFieldProps
  isFixed: boolean
  mayGive: boolean
}) => (
  <Checkbox
    id={input.field.key}
    label={RIGHT_LABELS[input.field.key as PersonalRight]}
    disabled={isFixed || !mayGive}
    description={isFixed || mayGive ? undefined : USER_TEXTS.rightTooHigh}
    checked={input.value === true}
    onChange={(event) => input.onChange(event.currentTarget.checked)}
    error={input.error}
  />
)
