import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import {
  mayGiveRight,
  NewUserForm,
  PERSONAL_RIGHTS,
  type PersonalRight,
  type User,
  UserChange,
  userEndpoints,
} from '#contract/users/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import type { InputFieldProps } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { SecretField } from '#web/forms/SecretField.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { paths } from '#web/paths.ts'
import type { RoleFacts } from './PermissionTable.tsx'
import { RightField, RoleField } from './RoleField.tsx'
import { loadUserAnew } from './user-actions.tsx'
import {
  ACCOUNT_FIELDS,
  addressFault,
  INVITATION_HINT,
  isAsked,
  isOwnMove,
  nameLengthText,
  useHeldAddress,
} from './user-rules.ts'

const PROOF = 'current_password'
const PROOF_LABEL = 'Ihr Passwort'

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

const CHANGE_HINT = 'Eine neue Adresse wird der alten mitgeteilt und beendet alle Sitzungen.'

const AddressInput = ({ edit, input }: { edit: AccountEdit; input: InputFieldProps }) => (
  <>
    <InputField
      {...input}
      field={{ ...input.field, hint: edit.base ? CHANGE_HINT : INVITATION_HINT }}
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

/** Spec §2: 'Benutzer bearbeiten' with 'Übernehmen', 'Benutzer erstellen' with 'Anlegen'. */
export const UserDialog = ({ user, facts, onGone, ...memory }: UserDialogProps) => {
  const baseData = useSignedIn()
  const giver = { role: baseData?.user.role ?? null, permissions: baseData?.permissions ?? [] }
  const mayGive = (right: PersonalRight) => mayGiveRight(giver, right)
  const mayCreateMany = useMay()('manage user')
  const edit = useAccountEdit({ user, memory })
  const add = useCall(userEndpoints.add, edit.calls)
  const change = useCall(userEndpoints.change, edit.calls)
  const drawInput = (input: InputFieldProps) => {
    const { field, value } = input
    if (field.key === 'name') return <InputField {...input} field={{ ...field, hint: nameLengthText(value) }} />
    if (field.key === 'email') return <AddressInput edit={edit} input={input} />
    if (field.key === 'roles') return <RoleField edit={edit} input={input} facts={facts} mayGive={mayGive} />
    const right = field.key as PersonalRight
    return <RightField input={input} isFixed={user?.is_self ?? false} mayGive={mayGive(right)} />
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
    >
      {!user && mayCreateMany && (
        <p className="sh-flush sh-below-3">
          <Link to={paths.createUser}>Mehrere nacheinander anlegen</Link>
        </p>
      )}
    </RecordDialog>
  )
}
