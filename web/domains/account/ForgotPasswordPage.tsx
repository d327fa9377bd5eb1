import { useEffect, useState } from 'react'
import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import { call } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { useVisit } from '#web/shell/visit.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { useVisitorForm } from './use-visitor-form.ts'

const emailRules = () => import('#contract/account/account.forms.ts').then(({ ForgotPasswordForm: rules }) => rules)

/** Spec §2: asks for the link that sets a new password; the answer never tells whether there is an account. */
export const ForgotPasswordPage = () => {
  const { state, go } = useVisit()
  const [answer, setAnswer] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const form = useVisitorForm({
    initial: { email: state.email ?? '' },
    schema: emailRules,
    send: async (values) => {
      setAnswer(undefined)
      const { message } = await call(passwordEndpoints.forgot, { body: values })
      setAnswer(message)
      setSentTo(values.email)
      return undefined
    },
  })
  const isSent = sentTo !== undefined && sentTo === form.values.email
  usePageTitle('Passwort vergessen')
  useEffect(() => focusField('email'), [])
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>Passwort vergessen</NativeHeading>
        <form onSubmit={form.submit} noValidate>
          {!isSent && (
            <p>
              Bitte geben Sie die E-Mail-Adresse Ihres Kontos an. Sie erhalten dort einen Link, mit dem Sie ein neues
              Passwort festlegen.
            </p>
          )}
          <NativeTextField
            {...form.firstOf('email')}
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
              disabled={form.mayNotSend}
            >
              {isSent ? 'Noch einmal senden' : 'Passwort zurücksetzen'}
            </NativeButton>
          </ButtonRow>
        </form>
      </NativeCard>
    </NativeColumn>
  )
}
