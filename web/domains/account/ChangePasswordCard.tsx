import { Alert, Button, Group, type PasswordInputProps, Stack } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ChangePasswordForm } from '#contract/account/account.forms.ts'
import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { useCall } from '#web/api/queries.ts'
import { SecretField } from '#web/forms/SecretField.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NEW_PASSWORD_HINT, PasswordStrength } from '#web/ui/PasswordStrength.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'

/** A password being chosen: its rule stands there before typing, and its strength shows meanwhile (ux §3.1). */
const NewPasswordField = (input: PasswordInputProps) => (
  <div>
    <SecretField description={NEW_PASSWORD_HINT} autoComplete="new-password" {...input} mb="xs" />
    <PasswordStrength password={String(input.value ?? '')} isRefused={Boolean(input.error)} />
  </div>
)

const EMPTY = { current_password: '', password: '', password_confirmation: '' }

interface ChangePasswordProps {
  email: string
  /** Shown again by its button, which has gone. */
  hasFocus: boolean
  onDone: (message: string) => void
}

const Fields = ({ email, hasFocus, onDone }: ChangePasswordProps) => {
  useEffect(() => {
    if (hasFocus) focusField('current_password')
  }, [hasFocus])
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

/** Takes the focus from the button that went with the form. */
const Done = ({ answer, onAgain }: { answer: string; onAgain: () => void }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <>
      <Alert ref={box} tabIndex={-1} color="green" mb="md" icon={<CircleCheck size={20} aria-hidden />}>
        {answer}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          Noch einmal ändern
        </Button>
      </Group>
    </>
  )
}

/** Spec §4: success hides the form and says so. */
export const ChangePasswordCard = ({ email }: { email: string }) => {
  const [step, setStep] = useState<{ answer?: string; isAgain?: boolean }>({})
  return (
    <TitledCard id="passwort-aendern" title="Passwort ändern" gap="md">
      {step.answer ? (
        <Done answer={step.answer} onAgain={() => setStep({ isAgain: true })} />
      ) : (
        <Fields email={email} hasFocus={step.isAgain === true} onDone={(answer) => setStep({ answer })} />
      )}
    </TitledCard>
  )
}
