import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { ApiFailure, call, hasFieldErrors } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { useVisit } from '#web/shell/visit.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeSecretField } from '#web/ui/native/NativeSecretField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useFirstRefused, useNativeForm } from '#web/ui/native/use-native-form.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { DEFAULT_WAIT_SECONDS, useCountdown } from '#web/ui/use-countdown.ts'
import { TwoFactorCodeForm } from './TwoFactorCodeForm.tsx'
import { throttleText } from './throttle-text.ts'

const loginRules = () => import('#contract/account/account.forms.ts').then(({ LoginForm: rules }) => rules)

interface LoginFormProps {
  initialEmail: string
  onDone: () => Promise<void>
  /** The password was right; now the second factor is asked for. */
  onTwoFactor: (email: string) => void
}

const useLogin = ({ initialEmail, onDone, onTwoFactor }: LoginFormProps) => {
  const { explain } = useVisit()
  const wait = useCountdown()
  const form = useNativeForm({
    initial: { email: initialEmail, password: '', remember: false },
    schema: loginRules,
  })
  useFirstRefused(form.attempt)

  const refuse = async (failure: unknown) => {
    form.change({ password: '' })
    focusField('email')
    if (hasFieldErrors(failure)) return form.refuse(failure.errors)
    if (failure instanceof ApiFailure && failure.status === 429)
      return wait.start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
    await explain(failure)
  }

  const submit = form.onSubmit(async (values) => {
    if (wait.secondsLeft > 0) return
    try {
      const { two_factor: asksForCode } = await call(accountEndpoints.login, { body: values })
      if (asksForCode) return onTwoFactor(values.email)
    } catch (failure) {
      return refuse(failure)
    }
    await onDone()
  })
  const first = initialEmail === '' ? 'email' : 'password'
  useEffect(() => focusField(first), [first])
  return { form, submit, secondsToWait: wait.secondsLeft }
}

/** First step: address and password. */
const LoginForm = (props: LoginFormProps) => {
  const { form, submit, secondsToWait } = useLogin(props)
  const hasEmail = props.initialEmail !== ''
  const { go } = useVisit()
  const email = form.textOf('email')
  return (
    <form onSubmit={submit} noValidate>
      <NativeTextField
        {...email}
        error={throttleText(secondsToWait, ' oder setzen Sie Ihr Passwort zurück') ?? email.error}
        data-page-focus={!hasEmail || undefined}
        label="E-Mail"
        type="email"
        inputMode="email"
        autoComplete="username"
      />
      <NativeSecretField
        {...form.textOf('password')}
        data-page-focus={hasEmail || undefined}
        label="Passwort"
        autoComplete="current-password"
      />
      <NativeCheckField {...form.checkOf('remember')} label="Eingeloggt bleiben" hint="Nur auf eigenen Geräten" />
      <ButtonRow>
        <NativeButton look="link" onClick={() => go(paths.forgotPassword, { email: form.values.email })}>
          Passwort vergessen?
        </NativeButton>
        <NativeButton type="submit" look="primary" isBusy={form.isRunning} disabled={secondsToWait > 0}>
          Login
        </NativeButton>
      </ButtonRow>
    </form>
  )
}

const SESSION_ENDED = 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.'

interface LoginPageProps {
  /** Leads on, with the recovery codes that are left when one of them was used; the page shows that it works meanwhile. */
  onDone: (codesLeft: number | null) => Promise<void>
}

/** Address and password, then the second factor where the account has one. */
export const LoginPage = ({ onDone }: LoginPageProps) => {
  const { state } = useVisit()
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [email, setEmail] = useState(state.email ?? '')
  const [notice, setNotice] = useState(state.hasSessionEnded ? SESSION_ENDED : undefined)
  usePageTitle('Login')

  const askForCode = (typedEmail: string) => {
    setEmail(typedEmail)
    setNotice(undefined)
    setCodeAsked(true)
  }
  const goBack = (reason?: string) => {
    setNotice(reason)
    setCodeAsked(false)
  }
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>Login</NativeHeading>
        {notice && <NativeNotice isAlert>{notice}</NativeNotice>}
        {isCodeAsked ? (
          <TwoFactorCodeForm onDone={onDone} onBack={goBack} />
        ) : (
          <LoginForm initialEmail={email} onDone={() => onDone(null)} onTwoFactor={askForCode} />
        )}
      </NativeCard>
    </NativeColumn>
  )
}
