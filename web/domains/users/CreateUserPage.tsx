import { Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { paths } from '#web/paths.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { NoSchoolPage } from '#web/shell/NoSchoolPage.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { useHeldAddress } from './use-held-address.ts'
import { nameLengthText, TypedFields, USER_FIELDS } from './user-form.ts'

const TITLE = 'Neuen User Anlegen'
const EMPTY = { name: '', email: '' }

const CreateUserForm = () => {
  const navigate = useNavigate()
  const { kept, remember } = useKeptInput<typeof EMPTY>()
  const { form, attempt, onSubmit, refuse } = useCheckedForm(TypedFields, kept ?? EMPTY)
  const { values } = form
  const isDirty = values.name !== '' || values.email !== ''
  useEffect(() => remember(isDirty ? values : undefined))
  useUnsavedChanges(isDirty)
  const keyFor = useSendKey()
  const add = useCall(userEndpoints.add, { onFieldErrors: refuse, invalidates: [userEndpoints.list] })
  const heldText = useHeldAddress(values.email)
  const submit = onSubmit(async (body) => {
    if (heldText) return refuse({ email: heldText })
    const reply = await add.run({ body, idempotencyKey: keyFor(body) })
    if (!reply) return
    // Spec §4: the form is cleared, and an alert says so.
    form.setValues(EMPTY)
    await alertDialog({ message: reply.message, type: 'positive' })
    focusField('name')
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorSummary errors={form.errors} labels={USER_FIELDS} attempt={attempt} />
        <TextInput
          id="name"
          label={USER_FIELDS.name}
          autoComplete="off"
          description={nameLengthText(values.name)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...form.getInputProps('name')}
        />
        <TextInput
          id="email"
          label={USER_FIELDS.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          {...form.getInputProps('email')}
          error={form.errors.email ?? heldText}
        />
        <Text c="dimmed">
          Das Konto hat zunächst keine Rolle. An die Adresse geht ein Link, um innerhalb von {PASSWORD_LINK_MINUTES}{' '}
          Minuten ein Passwort zu setzen.
        </Text>
        <ButtonRow>
          <Button variant="default" size="md" onClick={() => void navigate({ to: paths.users })}>
            Mitarbeiter-Verwaltung
          </Button>
          <ActionButton type="submit" size="md" isRunning={add.isRunning}>
            User anlegen
          </ActionButton>
        </ButtonRow>
      </Stack>
    </form>
  )
}

const NotOffered = () => (
  <Stack gap="md">
    {/* Spec §2, verbatim: not the text of a refused call. */}
    <Text>Diese Funktion steht ihnen nicht zur Verfügung</Text>
    <Link to={paths.home}>Zur Startseite</Link>
  </Stack>
)

/** Spec §2: an account by name and address alone, without a role (domain §9c). */
export const CreateUserPage = () => {
  const may = useMay()
  const school = useSignedIn()?.school
  if (may('manage user') && !school) return <NoSchoolPage />
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <Card maw={600}>{may('manage user') ? <CreateUserForm /> : <NotOffered />}</Card>
    </>
  )
}
