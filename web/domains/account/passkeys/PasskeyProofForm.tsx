import { useState } from 'react'
import { accountEndpoints, type LoginReply } from '#contract/account/account.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { useVisit } from '#web/shell/visit.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { deviceMessage, loadDevice } from './passkey-support.ts'

interface PasskeyProofFormProps {
  /** Says that the first step is done. */
  proved: string
  request: NonNullable<LoginReply['passkey']>
  /** The other ways to complete this login. */
  others: React.ReactNode
  onDone: (codesLeft: number | null) => Promise<void>
  /** Leads back to the first step, with the reason if this login cannot be completed any more. */
  onBack: (reason?: string) => void
}

/** The second step of a login: a device of the account answers the request that came with the reply to the first step. */
export const PasskeyProofForm = ({ proved, request, others, onDone, onBack }: PasskeyProofFormProps) => {
  const { explain } = useVisit()
  const [refusal, setRefusal] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const prove = async () => {
    setRefusal(undefined)
    setRunning(true)
    try {
      const { askForPasskey } = await loadDevice()
      const passkey = await askForPasskey(request)
      const { recovery_codes_left: codesLeft } = await call(accountEndpoints.answerTwoFactor, { body: { passkey } })
      return await onDone(codesLeft)
    } catch (failure) {
      setRunning(false)
      const message = await deviceMessage(failure)
      if (message) return setRefusal(message)
      // The server got an answer to the request, so the request is used up.
      if (failure instanceof ApiFailure && failure.status === 422) return onBack(failure.message)
      await explain(failure)
    }
  }
  return (
    <>
      <p>{proved} Bitte bestätigen Sie die Anmeldung jetzt mit einem Passkey.</p>
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
