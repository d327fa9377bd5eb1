import { Modal, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mayGiveRight, type PersonalRight } from '#contract/users/users.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { SecretField } from '#web/forms/SecretField.tsx'
import { type RoleFacts, RoleField } from './RoleField.tsx'
import { UserConflictCard } from './UserConflictCard.tsx'
import { type UserDialogProps, useUserDialog } from './use-user-dialog.ts'
import { nameLengthText, offeredRoles, USER_FIELDS, withFirstRights } from './user-form.ts'
import { userListQuery } from './user-list.ts'

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** Spec §2: 'Benutzer bearbeiten' with 'Übernehmen', 'Benutzer erstellen' with 'Anlegen'. */
export const UserDialog = ({ facts, ...props }: UserDialogProps & { facts: RoleFacts }) => {
  const { user } = props
  const baseData = useSignedIn()
  const own = baseData?.user.role ?? null
  const { data } = useQuery({ ...userListQuery, meta: { quiet: true } })
  const mayGive = (right: PersonalRight) => mayGiveRight({ role: own, permissions: baseData?.permissions ?? [] }, right)
  const { form, attempt, submit, isRunning, conflict, proof, heldText, leave, modal, ...answer } = useUserDialog(props)
  const { values, errors } = form
  return (
    <Modal {...modal} size={560} title={user ? 'Benutzer bearbeiten' : 'Benutzer erstellen'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={errors} labels={USER_FIELDS} attempt={attempt} />
          <TextInput
            id="name"
            label={USER_FIELDS.name}
            autoComplete="off"
            data-autofocus
            description={nameLengthText(values.name)}
            inputWrapperOrder={HINT_LAST}
            {...form.getInputProps('name')}
          />
          <TextInput
            id="email"
            label={USER_FIELDS.email}
            type="email"
            inputMode="email"
            autoComplete="off"
            description={
              user
                ? 'Eine neue Adresse wird der alten mitgeteilt und beendet alle Sitzungen.'
                : 'An diese Adresse geht ein Link, um das Passwort zu setzen.'
            }
            inputWrapperOrder={HINT_LAST}
            {...form.getInputProps('email')}
            error={errors.email ?? heldText}
          />
          {proof && (
            <SecretField
              id="current_password"
              label={USER_FIELDS.current_password}
              description="Zur Sicherheit, weil sich Ihre eigene Adresse ändert. Danach melden Sie sich neu an."
              autoComplete="current-password"
              inputWrapperOrder={HINT_LAST}
              value={proof.value}
              error={proof.error}
              onChange={(event) => proof.onChange(event.currentTarget.value)}
            />
          )}
          <RoleField
            values={values}
            onChange={(changed) => {
              const choice = { users: data?.users ?? [], schoolId: baseData?.school?.id, mayGive }
              form.setValues(user ? changed : withFirstRights(changed, choice))
              form.clearFieldError('roles')
            }}
            offered={offeredRoles(own)}
            facts={facts}
            mayGive={mayGive}
            isFixed={user?.is_self ?? false}
            errors={errors}
          />
          {conflict && (
            <UserConflictCard
              {...conflict}
              mine={values}
              onKeepMine={answer.keepMine}
              onTakeTheirs={answer.takeTheirs}
            />
          )}
        </Stack>
        <DialogButtonRow
          action={user ? 'Übernehmen' : 'Anlegen'}
          isRunning={isRunning}
          onLeave={() => void leave()}
          isComparing={conflict !== undefined}
        />
      </form>
    </Modal>
  )
}
