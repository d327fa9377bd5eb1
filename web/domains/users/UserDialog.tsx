import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { PERMISSION_LABELS, ROLE_LABELS, ROLE_SENTENCES, type Role } from '#contract/permissions.ts'
import {
  mayGiveRight,
  NewUserForm,
  PERSONAL_RIGHTS,
  type PersonalRight,
  USER_TEXTS,
  type User,
  UserChange,
  userEndpoints,
} from '#contract/users/users.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import type { InputFieldProps } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RadioField } from '#web/forms/RadioField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { SecretField } from '#web/forms/SecretField.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import type { RoleFacts } from './PermissionTable.tsx'
import { loadUserAnew } from './user-actions.tsx'
import { userListQuery } from './user-list.ts'
import {
  ACCOUNT_FIELDS,
  addressFault,
  firstRights,
  isAsked,
  isOwnMove,
  nameLengthText,
  offeredRoles,
  roleIn,
  useHeldAddress,
} from './user-rules.ts'
import classes from './users.module.css'

const PROOF = 'current_password'
const PROOF_LABEL = 'Ihr Passwort'

const RIGHT_LABELS: Record<PersonalRight, string> = {
  may_view_sensitive: 'Darf besonders geschützte Angaben sehen',
  may_manage_users: 'Darf Benutzer verwalten',
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

interface UserDialogProps extends Memory<User> {
  /** Missing: a new account. */
  user?: User | undefined
  facts: RoleFacts
  onGone: () => void
}

/** An account while it is entered; the own password stands beside it, for its values are remembered over the end of a session. */
const useAccountEdit = ({ user, memory }: { user: User | undefined; memory: Memory<User> }) => {
  const [password, setPassword] = useState('')
  const edit = useEdit({
    fields: ACCOUNT_FIELDS,
    asks: isAsked,
    loaded: user,
    loadAnew: ({ id }) => loadUserAnew(id),
    rules: { add: NewUserForm, change: UserChange },
    faultsOf: ({ email }) => addressFault(held.textFor(email)),
    invalidates: [userEndpoints.list, ...(user?.is_self ? [accountEndpoints.basedata] : [])],
    ...memory,
  })
  const held = useHeldAddress(user?.id)
  return {
    ...edit,
    heldText: held.textFor(edit.values.email),
    isOwnMove: isOwnMove(edit.values, edit.base),
    password,
    typePassword: (typed: string) => {
      setPassword(typed)
      edit.forgetError(PROOF)
    },
  }
}
type AccountEdit = ReturnType<typeof useAccountEdit>

const NEW_HINT = 'An diese Adresse geht ein Link, um das Passwort zu setzen.'
const CHANGE_HINT = 'Eine neue Adresse wird der alten mitgeteilt und beendet alle Sitzungen.'

const AddressInput = ({ edit, input }: { edit: AccountEdit; input: InputFieldProps }) => (
  <>
    <InputField
      {...input}
      field={{ ...input.field, hint: edit.base ? CHANGE_HINT : NEW_HINT }}
      error={input.error ?? edit.heldText}
    />
    {edit.isOwnMove && (
      <SecretField
        id={PROOF}
        label={PROOF_LABEL}
        description="Zur Sicherheit, weil sich Ihre eigene Adresse ändert. Danach melden Sie sich neu an."
        autoComplete="current-password"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={edit.password}
        error={edit.errors[PROOF]}
        onChange={(event) => edit.typePassword(event.currentTarget.value)}
      />
    )}
  </>
)

interface RoleInputProps {
  edit: AccountEdit
  input: InputFieldProps
  facts: RoleFacts
  /** Rights the viewer has and so may give. */
  mayGive: (right: PersonalRight) => boolean
}

/** One role at most (domain §4); nobody changes the own one. */
const RoleInput = ({ edit, input, facts, mayGive }: RoleInputProps) => {
  const baseData = useSignedIn()
  const { data } = useQuery({ ...userListQuery, meta: { quiet: true } })
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
        description={isFixed ? USER_TEXTS.ownRole : undefined}
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
const RightInput = ({ input, isFixed, mayGive }: { input: InputFieldProps; isFixed: boolean; mayGive: boolean }) => (
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

/** Spec §2: 'Benutzer bearbeiten' with 'Übernehmen', 'Benutzer erstellen' with 'Anlegen'. */
export const UserDialog = ({ user, facts, onGone, ...memory }: UserDialogProps) => {
  const baseData = useSignedIn()
  const giver = { role: baseData?.user.role ?? null, permissions: baseData?.permissions ?? [] }
  const mayGive = (right: PersonalRight) => mayGiveRight(giver, right)
  const edit = useAccountEdit({ user, memory })
  const add = useCall(userEndpoints.add, edit.calls)
  const change = useCall(userEndpoints.change, edit.calls)
  const drawInput = (input: InputFieldProps) => {
    const { field, value } = input
    if (field.key === 'name') return <InputField {...input} field={{ ...field, hint: nameLengthText(value) }} />
    if (field.key === 'email') return <AddressInput edit={edit} input={input} />
    if (field.key === 'roles') return <RoleInput edit={edit} input={input} facts={facts} mayGive={mayGive} />
    const right = field.key as PersonalRight
    return <RightInput input={input} isFixed={user?.is_self ?? false} mayGive={mayGive(right)} />
  }
  return (
    <RecordDialog
      title={user ? 'Benutzer bearbeiten' : 'Benutzer erstellen'}
      action={user ? 'Übernehmen' : 'Anlegen'}
      size={560}
      edit={edit}
      focus="name"
      labels={{ [PROOF]: PROOF_LABEL }}
      renderInput={drawInput}
      arrange={(inputOf) => (
        <>
          {inputOf('name')}
          {inputOf('email')}
          <Stack gap="sm">{['roles', ...PERSONAL_RIGHTS].map((key) => inputOf(key))}</Stack>
        </>
      )}
      onAdd={(body, idempotencyKey) => add.run({ body, idempotencyKey })}
      onChange={({ id, version }, changes) => {
        const proof = edit.isOwnMove && edit.password !== '' ? { [PROOF]: edit.password } : {}
        return change.run({ params: { id }, body: { ...changes, ...proof, version } })
      }}
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
