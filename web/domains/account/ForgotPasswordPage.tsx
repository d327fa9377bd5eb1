import { Alert, Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ForgotPasswordForm, passwordEndpoints } from '#contract/account.passwords.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { DEFAULT_WAIT_SECONDS, secondsText, useCountdown } from '#web/ui/use-countdown.ts'
import { useFocusOnError } from '#web/ui/use-focus-on-error.ts'
import { useGoToLogin, useTypedEmail } from './use-typed-email.ts'

const useForgotPassword = () => {
  const initialEmail = useTypedEmail()
  const [answer, setAnswer] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const wait = useCountdown()
  const { form, attempt, onSubmit, refuse } = useCheckedForm(ForgotPasswordForm, { email: initialEmail })
  const forgot = useCall(passwordEndpoints.forgot, {
    onFieldErrors: refuse,
    onFailure: (failure) =>
      failure.status === 429 ? wait.start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS) : explainFailure(failure),
  })
  const submit = onSubmit(async (values) => {
    if (wait.secondsLeft > 0) return
    setAnswer(undefined)
    const reply = await forgot.run({ body: values })
    setAnswer(reply?.message)
    if (reply) setSentTo(values.email)
  })
  const box = useFocusOnError(attempt)
  const isSent = sentTo !== undefined && sentTo === form.values.email
  return { form, submit, box, answer, isSent, isRunning: forgot.isRunning, secondsToWait: wait.secondsLeft }
}

/** Spec §2: asks for the link that sets a new password; the answer never tells whether there is an account. */
export const ForgotPasswordPage = () => {
  const goToLogin = useGoToLogin()
  const { form, submit, box, answer, isSent, isRunning, secondsToWait } = useForgotPassword()
  useEffect(() => focusField('email'), [])
  const throttled = secondsToWait > 0 && `Zu viele Versuche. Bitte warten Sie ${secondsText(secondsToWait)}.`
  return (
    <Card maw={600} mx="auto" mt="xl">
      <PageTitle>Passwort vergessen</PageTitle>
      <form onSubmit={submit} ref={box} noValidate>
        <Stack gap="md">
          <Text>
            Bitte geben Sie die E-Mail-Adresse Ihres Kontos an. Sie erhalten dort einen Link, mit dem Sie ein neues
            Passwort festlegen.
          </Text>
          <div>
            <TextInput
              id="email"
              data-page-focus
              label="E-Mail"
              type="email"
              inputMode="email"
              autoComplete="username"
              {...form.getInputProps('email')}
              error={throttled || form.errors.email}
            />
            {answer && (
              <Alert mt="md" color="brand" title="Hinweis" icon={<MailCheck size={20} aria-hidden />}>
                {answer}
              </Alert>
            )}
          </div>
          <ButtonRow>
            <Button variant="default" size="md" onClick={() => goToLogin(form.values.email)}>
              Zum Login
            </Button>
            <ActionButton
              type="submit"
              size="md"
              variant={isSent ? 'default' : 'filled'}
              isRunning={isRunning}
              disabled={secondsToWait > 0}
            >
              {isSent ? 'Noch einmal senden' : 'Passwort zurücksetzen'}
            </ActionButton>
          </ButtonRow>
        </Stack>
      </form>
    </Card>
  )
}
