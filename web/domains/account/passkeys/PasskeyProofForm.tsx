import { useState } from 'react'
import { accountEndpoints, type LoginReply } from '#contract/account/account.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { useVisit } from '#web/shell/visit.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'

interface PasskeyProofFormProps {
  request: NonNullable<LoginReply['passkey']>
  /** The other ways to complete this login. */
  others: React.ReactNode
  onDone: (codesLeft: number | null) => Promise<void>
  /** To the first step; with the reason when this login cannot be completed any more. */
  onBack: (reason?: string) => void
}

/** Second step of a login: a device of the account answers the request that came with the right password. */
export const PasskeyProofForm = ({ request, others, onDone, onBack }: PasskeyProofFormProps) => {
  const { explain } = useVisit()
  const [refusal, setRefusal] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const prove = async () => {
    setRefusal(undefined)
    setRunning(true)
    const { askForPasskey, DeviceFailure } = await import('./ask-device.ts')
    try {
      const passkey = await askForPasskey(request)
      const { recovery_codes_left: codesLeft } = await call(accountEndpoints.answerTwoFactor, { body: { passkey } })
      return await onDone(codesLeft)
    } catch (failure) {
      setRunning(false)
      if (failure instanceof DeviceFailure) return setRefusal(failure.message)
      // The request was answered, so it is used up.
      if (failure instanceof ApiFailure && failure.status === 422) return onBack(failure.message)
      await explain(failure)
    }
  }
  return (
    <>
      <p>Ihr Passwort stimmt. Bitte bestätigen Sie die Anmeldung jetzt mit einem Passkey.</p>
      {refusal && (
        <NativeNotice tone="negative" isAlert>
          {refusal}
        </NativeNotice>
      )}
      <ButtonRow>
        <ButtonRow>{others}</ButtonRow>
        <ButtonRow align="end">
          <NativeButton onClick={() => onBack()}>Zurück</NativeButton>
          <NativeButton look="primary" isBusy={isRunning} onClick={() => void prove()}>
            Passkey verwenden
          </NativeButton>
        </ButtonRow>
      </ButtonRow>
    </>
  )
}
