import { berlinTime } from '#contract/dates.ts'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import classes from './public-registration.module.css'

interface DraftPromptCardProps {
  savedAt: string
  isBusy: boolean
  failure: string | undefined
  onContinue: () => void
  onDiscard: () => void
}

/** Somebody began here; nothing of what was typed shows until they say it is theirs (domain §2). */
export const DraftPromptCard = ({ savedAt, isBusy, failure, onContinue, onDiscard }: DraftPromptCardProps) => (
  <>
    <NativeHeading>Angefangene Bewerbung</NativeHeading>
    <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
    <p className={classes.text}>Es gibt einen angefangenen Entwurf von {berlinTime(savedAt)} Uhr.</p>
    <NativeButtonRow>
      <NativeButton look="primary" isBusy={isBusy} onClick={onContinue}>
        Fortsetzen
      </NativeButton>
      <NativeButton onClick={onDiscard}>Verwerfen</NativeButton>
    </NativeButtonRow>
  </>
)
