import { Alert, Button, Card, Group, Stack, Title } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { ChangePasswordForm, passwordEndpoints } from '#contract/account.passwords.ts'
import { sessionEndpoints } from '#contract/account.sessions.ts'
import { useCall } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { NewPasswordField } from '#web/ui/NewPasswordField.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useFocusOnError } from '#web/ui/use-focus-on-error.ts'

const EMPTY = { current_password: '', password: '', password_confirmation: '' }

interface ChangePasswordProps {
  email: string
  onDone: (message: string) => void
}

const Fields = ({ email, onDone }: ChangePasswordProps) => {
  const { form, attempt, onSubmit, refuse } = useCheckedForm(ChangePasswordForm, EMPTY)
  const change = useCall(passwordEndpoints.change, { onFieldErrors: refuse, invalidates: [sessionEndpoints.list] })
  const submit = onSubmit(async (values) => {
    const reply = await change.run({ body: values })
    if (reply) onDone(reply.message)
  })
  return (
    <form onSubmit={submit} ref={useFocusOnError(attempt)} noValidate>
      {/* Tells a password manager whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        <SecretField
          id="current_password"
          label="Altes Passwort"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <NewPasswordField id="password" label="Neues Passwort" {...form.getInputProps('password')} />
        <SecretField
          id="password_confirmation"
          label="Bestätigung Neues Passwort"
          autoComplete="new-password"
          {...form.getInputProps('password_confirmation')}
        />
        <Group justify="flex-end">
          <ActionButton type="submit" isRunning={change.isRunning}>
            Passwort ändern
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Spec §4: success hides the form and says so. */
export const ChangePasswordCard = ({ email }: { email: string }) => {
  const [answer, setAnswer] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const finish = (message: string) => {
    setAnswer(message)
    // The button that was pressed goes with the form.
    box.current?.focus()
  }
  return (
    <Card component="section" aria-labelledby="passwort-aendern">
      <Title order={2} id="passwort-aendern" mb="md">
        Passwort ändern
      </Title>
      <div role="status" ref={box} tabIndex={-1}>
        {answer && (
          <Alert color="green" mb="md" icon={<CircleCheck size={20} aria-hidden />}>
            {answer}
          </Alert>
        )}
      </div>
      {answer ? (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAnswer(undefined)}>
            Noch einmal ändern
          </Button>
        </Group>
      ) : (
        <Fields email={email} onDone={finish} />
      )}
    </Card>
  )
}
