import { useEffect, useState } from 'react'
import { LINK_IS_OVER, passwordEndpoints, WELCOME } from '#contract/account/account.passwords.ts'
import { call, hasFieldErrors } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { useVisit } from '#web/shell/visit.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNewPasswordField } from '#web/ui/native/NativeNewPasswordField.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeSecretField } from '#web/ui/native/NativeSecretField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useBriefWait } from '#web/ui/native/use-brief-wait.ts'
import { useFirstRefused, useNativeForm } from '#web/ui/native/use-native-form.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'

const resetRules = () => import('#contract/account/account.forms.ts').then(({ ResetPasswordForm: rules }) => rules)

/** Spec §2: from the query parameter `email` with the trailing slash removed, that some mail programs add. */
const emailOfLink = (search: string) => (new URLSearchParams(search).get('email') ?? '').replace(/\/$/, '')

const useReset = (token: string, email: string) => {
  const { go, explain, forgetUser } = useVisit()
  const initial = { email, token, password: '', password_confirmation: '' }
  const form = useNativeForm({ initial, schema: resetRules })
  useFirstRefused(form.attempt)
  const submit = form.onSubmit(async (values) => {
    try {
      const { message } = await call(passwordEndpoints.reset, { body: values })
      // Every session of the account is over, also one in this browser.
      forgetUser()
      go(paths.login, { email, notice: message })
    } catch (failure) {
      if (hasFieldErrors(failure)) form.refuse(failure.errors)
      else await explain(failure)
    }
  })
  return { form, submit }
}

/**
 * Whether the link cannot work, known before anything is typed; while that is not known, or cannot be asked, the form is
 * there. A link that was shortened or cut off has no whole address.
 */
const useIsDead = (token: string, email: string) => {
  const isWhole = email.includes('@')
  const [isDead, setDead] = useState(isWhole ? undefined : true)
  useEffect(() => {
    if (!isWhole) return
    const look = async () => setDead(!(await call(passwordEndpoints.checkLink, { body: { token, email } })).is_valid)
    look().catch((failure: unknown) => setDead(hasFieldErrors(failure)))
  }, [token, email, isWhole])
  return { isDead, isKeptBack: useBriefWait(isDead !== undefined) }
}

const NEW_LINK = 'new-link'

const DeadLink = ({ message, email }: { message: string; email: string }) => {
  const { go } = useVisit()
  useEffect(() => focusField(NEW_LINK), [])
  return (
    <NativeNotice tone="negative" title={message} isAlert>
      <NativeButton id={NEW_LINK} onClick={() => go(paths.forgotPassword, { email })}>
        Neuen Link anfordern
      </NativeButton>
    </NativeNotice>
  )
}

export const ResetPasswordPage = ({ params }: { params: Record<string, string> }) => {
  const { search, go } = useVisit()
  const { token = '' } = params
  const email = emailOfLink(search)
  const { form, submit } = useReset(token, email)
  const { isDead, isKeptBack } = useIsDead(token, email)
  const heading = new URLSearchParams(search).has(WELCOME) ? 'Willkommen bei Schulhof' : 'Neues Passwort'
  usePageTitle(heading)
  const refusal = isDead ? LINK_IS_OVER : form.errors.email
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>{heading}</NativeHeading>
        <form onSubmit={submit} noValidate data-kept-back={isKeptBack || undefined}>
          {!refusal && <p>Bitte legen Sie das Passwort für Ihr Konto fest. Danach melden Sie sich damit an.</p>}
          <NativeTextField
            id="email"
            label="E-Mail"
            type="email"
            autoComplete="username"
            disabled
            value={email}
            onChange={() => {}}
          />
          {refusal && <DeadLink message={refusal} email={email} />}
          {!refusal && (
            <>
              <NativeNewPasswordField {...form.textOf('password')} label="Passwort" data-page-focus />
              <NativeSecretField
                {...form.textOf('password_confirmation')}
                label="Passwort Bestätigung"
                autoComplete="new-password"
              />
            </>
          )}
          <ButtonRow>
            <NativeButton onClick={() => go(paths.login, email.includes('@') ? { email } : {})}>zum Login</NativeButton>
            {!refusal && (
              <NativeButton type="submit" look="primary" isBusy={form.isRunning}>
                neues Passwort übernehmen
              </NativeButton>
            )}
          </ButtonRow>
        </form>
      </NativeCard>
    </NativeColumn>
  )
}
