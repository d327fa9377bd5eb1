import { Navigate } from '@tanstack/react-router'
import { useBaseData } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { LoginPage } from './LoginPage.tsx'
import { useAfterLogin } from './use-after-login.ts'

/** The login within the staff's program: where a session ends, what was typed waits in this page's memory. */
export const StaffLoginPage = () => {
  const isLoggedIn = useBaseData() !== false
  const { finish, isFinishing } = useAfterLogin()
  if (isLoggedIn && !isFinishing) return <Navigate to={paths.home} replace />
  return <LoginPage onDone={finish} />
}
