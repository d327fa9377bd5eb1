import { Alert, Card } from '@mantine/core'
import { Navigate, useLocation } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { useBaseData } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { LoginForm } from './LoginForm.tsx'
import { TwoFactorCodeForm } from './TwoFactorCodeForm.tsx'
import { useAfterLogin } from './use-after-login.ts'
import { useTypedEmail } from './use-typed-email.ts'

const SESSION_ENDED = 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich noch einmal an.'

export const LoginPage = () => {
  const isLoggedIn = useBaseData() !== false
  const hasSessionEnded = useLocation({ select: ({ state }) => state.hasSessionEnded === true })
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [email, setEmail] = useState(useTypedEmail())
  const [notice, setNotice] = useState(hasSessionEnded ? SESSION_ENDED : undefined)
  const { finish, isFinishing } = useAfterLogin()
  if (isLoggedIn && !isFinishing) return <Navigate to={paths.home} replace />

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
    <Card maw={600} mx="auto" mt="xl">
      <PageTitle>Login</PageTitle>
      {notice && (
        <Alert mb="md" color="brand" icon={<Info size={20} aria-hidden />}>
          {notice}
        </Alert>
      )}
      {isCodeAsked ? (
        <TwoFactorCodeForm onDone={finish} onBack={goBack} />
      ) : (
        <LoginForm initialEmail={email} onDone={finish} onTwoFactor={askForCode} />
      )}
    </Card>
  )
}
