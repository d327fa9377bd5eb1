import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { hasPasskeys } from './passkey-support.ts'
import { usePasskeyLogin } from './use-passkey-login.ts'

interface PasskeyLoginProps {
  remember: boolean
  onDone: () => Promise<void>
}

const PasskeyButton = (login: PasskeyLoginProps) => {
  const { start, isRunning, refusal } = usePasskeyLogin(login)
  return (
    <>
      {refusal && (
        <NativeNotice tone="negative" isAlert>
          {refusal}
        </NativeNotice>
      )}
      <NativeButton isBusy={isRunning} onClick={() => void start()}>
        Mit Passkey anmelden
      </NativeButton>
    </>
  )
}

/** The button for passkeys. It is not shown if the browser has none. */
export const PasskeyLogin = (login: PasskeyLoginProps) => (hasPasskeys() ? <PasskeyButton {...login} /> : null)
