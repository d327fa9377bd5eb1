import { Alert, Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ForgotPasswordForm, LINK_IS_OVER, passwordEndpoints, ResetPasswordForm } from '#contract/account.passwords.ts'
import { forgetUser } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { NewPasswordField } from '#web/ui/NewPasswordField.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { SecretField } from '#web/ui/SecretField.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useFocusOnError } from '#web/ui/use-focus-on-error.ts'
import classes from './ResetPasswordPage.module.css'
import { useGoToForgotPassword, useGoToLogin } from './use-typed-email.ts'

/** Spec §2: from the query parameter `email` with the trailing slash removed, that some mail programs add. */
const useEmailOfLink = () =>
  useLocation({ select: ({ searchStr }) => (new URLSearchParams(searchStr).get('email') ?? '').replace(/\/$/, '') })

const useReset = (token: string, email: string) => {
  const goToLogin = useGoToLogin()
  const { form, attempt, onSubmit, refuse } = useCheckedForm(ResetPasswordForm, {
    email,
    token,
    password: '',
    password_confirmation: '',
  })
  const reset = useCall(passwordEndpoints.reset, { onFieldErrors: refuse })
  const submit = onSubmit(async (values) => {
    const reply = await reset.run({ body: values })
    if (!reply) return
    form.reset()
    // Every session of the account is over, also one in this browser.
    forgetUser()
    await alertDialog({ message: reply.message, type: 'positive' })
    goToLogin(email)
  })
  return { form, submit, goToLogin, box: useFocusOnError(attempt), isRunning: reset.isRunning }
}

/** A link that was shortened or cut off cannot work either. */
const isWhole = (email: string) => ForgotPasswordForm.safeParse({ email }).success

/** Known before anything is typed; while that is not known, or cannot be asked, the form is there. */
const useIsDead = (token: string, email: string) => {
  const [isDead, setDead] = useState(!isWhole(email))
  useEffect(() => {
    if (!isWhole(email)) return
    const look = async () => setDead(!(await call(passwordEndpoints.checkLink, { body: { token, email } })).is_valid)
    look().catch(() => {})
  }, [token, email])
  return isDead
}

interface DeadLinkProps {
  message: string
  email: string
}

const DeadLink = ({ message, email }: DeadLinkProps) => {
  const goToForgotPassword = useGoToForgotPassword()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Alert mt="md" color="red" title={message} icon={<CircleAlert size={20} aria-hidden />}>
      <Button ref={button} variant="default" onClick={() => goToForgotPassword(email)}>
        Neuen Link anfordern
      </Button>
    </Alert>
  )
}

export const ResetPasswordPage = ({ params }: PageProps) => {
  const email = useEmailOfLink()
  const { form, submit, goToLogin, box, isRunning } = useReset(params.token ?? '', email)
  const isDead = useIsDead(params.token ?? '', email)
  const refusal = isDead ? LINK_IS_OVER : form.errors.email
  return (
    <Card maw={600} mx="auto" mt="xl">
      <PageTitle>Neues Passwort</PageTitle>
      <form onSubmit={submit} ref={box} noValidate>
        <Stack gap="md">
          {!refusal && <Text>Bitte legen Sie das Passwort für Ihr Konto fest. Danach melden Sie sich damit an.</Text>}
          <div>
            <TextInput
              id="email"
              label="E-Mail"
              type="email"
              autoComplete="username"
              disabled
              value={email}
              classNames={{ root: classes.readable ?? '' }}
            />
            {refusal && <DeadLink message={String(refusal)} email={email} />}
          </div>
          {!refusal && (
            <>
              <NewPasswordField id="password" label="Passwort" data-page-focus {...form.getInputProps('password')} />
              <SecretField
                id="password_confirmation"
                label="Passwort Bestätigung"
                autoComplete="new-password"
                {...form.getInputProps('password_confirmation')}
              />
            </>
          )}
          <ButtonRow>
            <Button variant="default" size="md" onClick={() => goToLogin(isWhole(email) ? email : '')}>
              zum Login
            </Button>
            {!refusal && (
              <ActionButton type="submit" size="md" isRunning={isRunning}>
                neues Passwort übernehmen
              </ActionButton>
            )}
          </ButtonRow>
        </Stack>
      </form>
    </Card>
  )
}
