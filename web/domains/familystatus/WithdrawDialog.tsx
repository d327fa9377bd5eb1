import { useState } from 'react'
import type { FamilyStatus } from '#contract/registrations/registrations.family.ts'
import { WITHDRAW_REASON_MAX } from '#contract/registrations/registrations.family.ts'
import { NativeAreaField } from '#web/ui/native/NativeAreaField.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import type { FamilyWishing } from './use-family-wish.ts'
import type { WithdrawWords } from './withdraw-words.ts'

interface WithdrawDialogProps {
  status: FamilyStatus
  words: WithdrawWords
  wish: FamilyWishing
  onClose: () => void
}

const REASON = 'reason'

/** What follows, with number and name of the child: nobody withdraws the wrong one. */
const Consequence = ({ status }: { status: FamilyStatus }) => {
  const which = `Bewerbung ${status.number} für ${status.child_firstname}`
  if (status.withdrawal === 'at_once')
    return (
      <>
        <p>
          Die <strong>{which}</strong> wird sofort zurückgezogen und nicht weiter bearbeitet. Ein Platz auf der
          Warteliste oder ein angebotener Platz geht verloren.
        </p>
        <p>Rückgängig machen kann das nur die Schule, höchstens 30 Tage lang.</p>
      </>
    )
  return (
    <>
      <p>
        Die Schule erfährt, dass Sie die <strong>{which}</strong> zurückziehen möchten.
      </p>
      <p>
        Weil Sie das Sorgerecht nicht allein haben, gilt der Rückzug erst, wenn die Schule ihn bestätigt oder auch die
        andere sorgeberechtigte Person ihn hier erklärt. Bis dahin können Sie es sich anders überlegen.
      </p>
    </>
  )
}

/** Asks before an application is withdrawn (domain §3.1). */
export const WithdrawDialog = ({ status, words, wish, onClose }: WithdrawDialogProps) => {
  const [reason, setReason] = useState('')
  const { isBusy, failure, fieldError } = wish
  return (
    <NativeDialog
      title={words.question}
      onClose={onClose}
      closeLabel="Nein, behalten"
      action={{
        label: words.accept,
        isBusy,
        run: () => wish.send({ action: 'withdraw', reason: reason.trim() || null }),
      }}
    >
      <Consequence status={status} />
      <NativeAreaField
        id={REASON}
        label="Grund"
        isOptional
        hint="Nur die Schule liest ihn."
        max={WITHDRAW_REASON_MAX}
        value={reason}
        onChange={setReason}
        {...(fieldError ? { error: fieldError } : {})}
      />
      <div role="alert">{failure && <NativeNotice tone="negative">{failure}</NativeNotice>}</div>
    </NativeDialog>
  )
}
