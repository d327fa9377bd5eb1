import { useLocation, useNavigate } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that was typed before; not in the URL, which ends up in logs. */
    email?: string
  }
}

/** To the page for a forgotten password; the address goes along. */
export const useGoToForgotPassword = () => {
  const navigate = useNavigate()
  return (email: string) => void navigate({ to: paths.forgotPassword, state: { email } })
}

/** To the login, with the address filled in as far as it is known. */
export const useGoToLogin = () => {
  const navigate = useNavigate()
  return (email: string) => void navigate({ to: paths.login, state: { email } })
}

export const useTypedEmail = () => useLocation({ select: ({ state }) => state.email ?? '' })
