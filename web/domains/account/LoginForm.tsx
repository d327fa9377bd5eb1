import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { accountEndpoints, LoginForm as LoginFields } from '#contract/account.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { explainFailure, hasFieldErrors } from '#web/api/errors.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { SecretField } from '#web/ui/SecretField.tsx'
import { DEFAULT_WAIT_SECONDS, secondsText, useCountdown } from '#web/ui/use-countdown.ts'
import { useGoToForgotPassword } from './use-typed-email.ts'

interface LoginFormProps {
  initialEmail: string
  onDone: () => Promise<void>
  /** The password was right; now the second factor is asked for. */
  onTwoFactor: (email: string) => void
}

const useLogin = ({ initialEmail, onDone, onTwoFactor }: LoginFormProps) => {
  const wait = useCountdown()
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const form = useForm({
    initialValues: { email: initialEmail, password: '', remember: false },
    validate: schemaErrors(LoginFields),
    onSubmitPreventDefault: 'always',
  })

  const refuse = async (failure: unknown) => {
    form.setFieldValue('password', '')
    emailField.current?.focus()
    if (hasFieldErrors(failure)) return form.setErrors(failure.errors)
    if (failure instanceof ApiFailure && failure.status === 429)
      return wait.start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
    await explainFailure(failure)
  }

  const submit = form.onSubmit(async (values) => {
    if (form.submitting || wait.secondsLeft > 0) return
    try {
      const { two_factor: asksForCode } = await call(accountEndpoints.login, { body: values })
      if (asksForCode) return onTwoFactor(values.email)
    } catch (failure) {
      return refuse(failure)
    }
    await onDone()
  })
  const first = initialEmail === '' ? emailField : passwordField
  useEffect(() => first.current?.focus(), [first])
  return { form, submit, emailField, passwordField, secondsToWait: wait.secondsLeft }
}

/** First step: address and password. */
export const LoginForm = (props: LoginFormProps) => {
  const { form, submit, emailField, passwordField, secondsToWait } = useLogin(props)
  const hasEmail = props.initialEmail !== ''
  const goToForgotPassword = useGoToForgotPassword()
  const throttled =
    secondsToWait > 0 &&
    `Zu viele Versuche. Bitte warten Sie ${secondsText(secondsToWait)} oder setzen Sie Ihr Passwort zurück.`
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={emailField}
          id="email"
          data-page-focus={!hasEmail || undefined}
          label="E-Mail"
          type="email"
          inputMode="email"
          autoComplete="username"
          {...form.getInputProps('email')}
          error={throttled || form.errors.email}
        />
        <SecretField
          ref={passwordField}
          data-page-focus={hasEmail || undefined}
          id="password"
          label="Passwort"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Checkbox
          label="Eingeloggt bleiben"
          description="Nur auf eigenen Geräten"
          {...form.getInputProps('remember', { type: 'checkbox' })}
        />
        <Group justify="space-between">
          <Button variant="subtle" size="md" px="xs" ml={-8} onClick={() => goToForgotPassword(form.values.email)}>
            Passwort vergessen?
          </Button>
          <ActionButton type="submit" size="md" isRunning={form.submitting} disabled={secondsToWait > 0}>
            Login
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
