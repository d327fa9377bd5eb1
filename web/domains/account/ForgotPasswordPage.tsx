import { useEffect, useState } from 'react'
import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import { ApiFailure, call, hasFieldErrors } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { useVisit } from '#web/shell/visit.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useFirstRefused, useNativeForm } from '#web/ui/native/use-native-form.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { DEFAULT_WAIT_SECONDS, useCountdown } from '#web/ui/use-countdown.ts'
import { throttleText } from './throttle-text.ts'

const emailRules = () => import('#contract/account/account.forms.ts').then(({ ForgotPasswordForm: rules }) => rules)

const useForgotPassword = () => {
  const { state, explain } = useVisit()
  const [answer, setAnswer] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const wait = useCountdown()
  const form = useNativeForm({ initial: { email: state.email ?? '' }, schema: emailRules })
  useFirstRefused(form.attempt)
  const refuse = async (failure: unknown) => {
    if (hasFieldErrors(failure)) return form.refuse(failure.errors)
    if (failure instanceof ApiFailure && failure.status === 429)
      return wait.start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
    await explain(failure)
  }
  const submit = form.onSubmit(async (values) => {
    if (wait.secondsLeft > 0) return
    setAnswer(undefined)
    try {
      const { message } = await call(passwordEndpoints.forgot, { body: values })
      setAnswer(message)
      setSentTo(values.email)
    } catch (failure) {
      await refuse(failure)
    }
  })
  const isSent = sentTo !== undefined && sentTo === form.values.email
  return { form, submit, answer, isSent, secondsToWait: wait.secondsLeft }
}

/** Spec §2: asks for the link that sets a new password; the answer never tells whether there is an account. */
export const ForgotPasswordPage = () => {
  const { go } = useVisit()
  const { form, submit, answer, isSent, secondsToWait } = useForgotPassword()
  usePageTitle('Passwort vergessen')
  useEffect(() => focusField('email'), [])
  const email = form.textOf('email')
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>Passwort vergessen</NativeHeading>
        <form onSubmit={submit} noValidate>
          <p>
            Bitte geben Sie die E-Mail-Adresse Ihres Kontos an. Sie erhalten dort einen Link, mit dem Sie ein neues
            Passwort festlegen.
          </p>
          <NativeTextField
            {...email}
            error={throttleText(secondsToWait) ?? email.error}
            data-page-focus
            label="E-Mail"
            type="email"
            inputMode="email"
            autoComplete="username"
          />
          {answer && (
            <NativeNotice title="Hinweis" isAlert>
              <p>{answer}</p>
            </NativeNotice>
          )}
          <ButtonRow>
            <NativeButton onClick={() => go(paths.login, { email: form.values.email })}>Zum Login</NativeButton>
            <NativeButton
              type="submit"
              look={isSent ? 'plain' : 'primary'}
              isBusy={form.isRunning}
              disabled={secondsToWait > 0}
            >
              {isSent ? 'Noch einmal senden' : 'Passwort zurücksetzen'}
            </NativeButton>
          </ButtonRow>
        </form>
      </NativeCard>
    </NativeColumn>
  )
}
