import { useState } from 'react'
import { useVisit } from '#web/shell/visit.ts'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { LoginForm } from './LoginForm.tsx'
import { TwoFactorCodeForm } from './TwoFactorCodeForm.tsx'

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
