import { useEffect, useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { call } from '#web/api/client.ts'
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
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { OtherWays } from './OtherWays.tsx'
import { type SecondStep, TwoFactorCodeForm } from './TwoFactorCodeForm.tsx'
import { useVisitorForm } from './use-visitor-form.ts'

const loginRules = () => import('#contract/account/account.forms.ts').then(({ LoginForm: rules }) => rules)

interface LoginFormProps {
  initialEmail: string
  onDone: () => Promise<void>
  /** The password was right; now the second factor is asked for. */
  onTwoFactor: (email: string, step: SecondStep) => void
}

/** First step: address and password. */
const LoginForm = ({ initialEmail, onDone, onTwoFactor }: LoginFormProps) => {
  const { go } = useVisit()
  const form = useVisitorForm({
    initial: { email: initialEmail, password: '', remember: false },
    schema: loginRules,
    send: async (values) => {
      const { two_factor: asksForMore, ...step } = await call(accountEndpoints.login, { body: values })
      return asksForMore ? () => onTwoFactor(values.email, step) : onDone
    },
    onRefused: () => {
      form.change({ password: '' })
      focusField('email')
      return false
    },
  })
  const first = initialEmail === '' ? 'email' : 'password'
  useEffect(() => focusField(first), [first])
  return (
    <form onSubmit={form.submit} noValidate>
      <NativeTextField
        {...form.firstOf('email', ' oder setzen Sie Ihr Passwort zurück')}
        data-page-focus={first === 'email' || undefined}
        label="E-Mail"
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
      />
      <NativeSecretField
        {...form.textOf('password')}
        data-page-focus={first === 'password' || undefined}
        label="Passwort"
        autoComplete="current-password"
      />
      <NativeCheckField {...form.checkOf('remember')} label="Eingeloggt bleiben" hint="Nur auf eigenen Geräten" />
      <ButtonRow>
        <NativeButton look="link" onClick={() => go(paths.forgotPassword, { email: form.values.email })}>
          Passwort vergessen?
        </NativeButton>
        <NativeButton type="submit" look="primary" isBusy={form.isRunning} disabled={form.mayNotSend}>
          Login
        </NativeButton>
      </ButtonRow>
      <OtherWays remember={form.values.remember} onDone={onDone} />
    </form>
  )
}

const SESSION_ENDED = 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.'

interface LoginPageProps {
  /** Leads on, with the recovery codes that are left when one of them was used; the page shows that it works meanwhile. */
  onDone: (codesLeft: number | null) => Promise<void>
}

/** Asks for address and password, then for the second factor if the account has one. */
export const LoginPage = ({ onDone }: LoginPageProps) => {
  const { state } = useVisit()
  const [step, setStep] = useState<SecondStep>()
  const [email, setEmail] = useState(state.email ?? '')
  const [notice, setNotice] = useState(state.hasSessionEnded ? SESSION_ENDED : state.notice)
  usePageTitle('Login')

  const askForMore = (typedEmail: string, next: SecondStep) => {
    setEmail(typedEmail)
    setNotice(undefined)
    setStep(next)
  }
  const goBack = (reason?: string) => {
    setNotice(reason)
    setStep(undefined)
  }
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>Login</NativeHeading>
        {notice && <NativeNotice isAlert>{notice}</NativeNotice>}
        {step ? (
          <TwoFactorCodeForm proved="Ihr Passwort stimmt." step={step} onDone={onDone} onBack={goBack} />
        ) : (
          <LoginForm initialEmail={email} onDone={() => onDone(null)} onTwoFactor={askForMore} />
        )}
      </NativeCard>
    </NativeColumn>
  )
}
