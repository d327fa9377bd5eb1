import { useState } from 'react'
import { berlinTime } from '#contract/dates.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { DRAFT_HOURS } from '#contract/registrations/registrations.public-texts.ts'
import { call } from '#web/api/client.ts'
import { KEPT_OFFLINE, publicFailureText } from '#web/api/public-failure.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import classes from './public-registration.module.css'
import { type FormAddress, inputOf } from './start-registration.ts'
import type { useRegistrationDraft } from './use-registration-draft.ts'

interface DraftFootnoteProps {
  draft: ReturnType<typeof useRegistrationDraft>
  address: FormAddress
  onDiscard: () => void
}

/** Says that the draft is kept, and takes it away on wish. */
export const DraftFootnote = ({ draft: { savedAt, isAway, saver }, address, onDiscard }: DraftFootnoteProps) => {
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const discard = async () => {
    try {
      await saver.stop()
      await call(publicRegistrationEndpoints.deleteDraft, inputOf(address))
      onDiscard()
    } catch (refused) {
      saver.resume()
      setFailure(publicFailureText(refused))
    }
  }
  return (
    <div className={classes.footnote}>
      <div role="alert" className={classes.wholeLine}>
        {isAway && <NativeNotice tone="attention">{KEPT_OFFLINE}</NativeNotice>}
      </div>
      <p>
        {savedAt
          ? `Entwurf gespeichert um ${berlinTime(savedAt)} Uhr, für ${DRAFT_HOURS} Stunden.`
          : `Ihr Entwurf wird ${DRAFT_HOURS} Stunden gespeichert.`}
      </p>
      <NativeButton look="link" onClick={() => setAsking(true)}>
        Entwurf löschen
      </NativeButton>
      {isAsking && (
        <NativeDialog
          title="Entwurf löschen?"
          onClose={() => setAsking(false)}
          action={{ label: 'Entwurf löschen', run: discard, look: 'danger' }}
        >
          <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
          <p>Alle Angaben, die Sie hier gemacht haben, werden gelöscht.</p>
        </NativeDialog>
      )}
    </div>
  )
}
