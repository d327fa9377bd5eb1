import { useEffect, useRef } from 'react'
import { RetryText } from '#web/api/RetryText.tsx'
import type { SubmissionState } from '#web/api/submission.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'

interface SendNoticeProps {
  state: SubmissionState
  /** Why the application was not taken, when no field says it. */
  refusal: string | undefined
  /** Why the step could not be left. */
  failure: string | undefined
  onRetry: () => void
  onCancel: () => void
}

/** What concerns sending rather than a field: beside the button that was pressed, in sight and announced as it appears. */
export const SendNotice = ({ state, refusal, failure, onRetry, onCancel }: SendNoticeProps) => {
  const box = useRef<HTMLDivElement>(null)
  const isWaiting = state.kind === 'waiting'
  const shownRefusal = state.kind === 'idle' ? refusal : undefined
  const isShown = isWaiting || failure !== undefined || shownRefusal !== undefined
  useEffect(() => {
    if (isShown) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <div role="alert" ref={box}>
      {isWaiting && (
        <NativeNotice tone="attention" title="Noch nicht abgesendet">
          <RetryText failure={state.failure} seconds={state.seconds} />
          <p>Bitte lassen Sie diese Seite geöffnet.</p>
          <NativeButtonRow>
            <NativeButton look="link" onClick={onRetry}>
              Jetzt noch einmal versuchen
            </NativeButton>
            <NativeButton look="link" onClick={onCancel}>
              Abbrechen
            </NativeButton>
          </NativeButtonRow>
        </NativeNotice>
      )}
      {failure && <NativeNotice tone="negative">{failure}</NativeNotice>}
      {shownRefusal && (
        <NativeNotice tone="negative" title="Ihre Bewerbung wurde nicht abgesendet">
          <p>{shownRefusal}</p>
        </NativeNotice>
      )}
    </div>
  )
}
