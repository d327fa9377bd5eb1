import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { KEPT_OFFLINE, retryText } from './public-failure.ts'
import type { SubmissionState } from './submission.ts'

interface SendNoticeProps {
  state: SubmissionState
  /** Why the application was not taken, when no field says it. */
  refusal: string | undefined
  /** Why the step could not be left. */
  failure: string | undefined
  isDraftAway: boolean
  onRetry: () => void
  onCancel: () => void
}

/** What concerns sending and saving rather than a field; announced as it appears. */
export const SendNotice = ({ state, refusal, failure, isDraftAway, onRetry, onCancel }: SendNoticeProps) => (
  <div role="alert">
    {state.kind === 'waiting' && (
      <NativeNotice tone="attention" title="Noch nicht abgesendet">
        <p>{retryText(state.failure, state.seconds)}</p>
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
    {state.kind === 'idle' && !failure && isDraftAway && <NativeNotice tone="attention">{KEPT_OFFLINE}</NativeNotice>}
    {state.kind === 'idle' && refusal && (
      <NativeNotice tone="negative" title="Ihre Bewerbung wurde nicht abgesendet">
        <p>{refusal}</p>
      </NativeNotice>
    )}
  </div>
)
