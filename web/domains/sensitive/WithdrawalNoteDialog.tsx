import { Modal, Textarea } from '@mantine/core'
import { CONSENT_TEXTS } from '#contract/consents/consents.state.ts'
import { type ConsentLine, consentEndpoints, WITHDRAWN_NOTE_MAX, WithdrawalNote } from '#contract/consents/consents.ts'
import { useCall } from '#web/api/queries.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { lastWithdrawal } from './consent-texts.ts'
import { CHANGED_BY_CONSENTS } from './sensitive-query.ts'

interface WithdrawalNoteDialogProps {
  pupilId: number
  line: ConsentLine
  onGone: () => void
}

/** What there is to say about a withdrawal, once it is done. */
export const WithdrawalNoteDialog = ({ pupilId, line, onGone }: WithdrawalNoteDialogProps) => {
  const before = { withdrawn_note: lastWithdrawal(line)?.withdrawn_note ?? '' }
  const { form, onSubmit, refuse } = useCheckedForm(WithdrawalNote.pick({ withdrawn_note: true }), before)
  const { modal, leave, close } = useLeavableDialog(form.values.withdrawn_note !== before.withdrawn_note, onGone)
  const { run, isRunning } = useCall(consentEndpoints.noteWithdrawal, {
    invalidates: CHANGED_BY_CONSENTS,
    onFieldErrors: refuse,
  })
  const submit = onSubmit(async (values) => {
    const reply = await run({ params: { id: pupilId }, body: { purpose: line.purpose, ...values } })
    if (!reply) return
    close()
    notify(reply.message)
  })
  return (
    <Modal {...modal} size={560} title={`Widerruf: ${CONSENT_TEXTS[line.purpose].label}`}>
      <form onSubmit={submit} noValidate>
        <Textarea
          id="withdrawn_note"
          label="Bemerkung zum Widerruf (optional)"
          description={`Zum Beispiel, wer widerrufen hat. Keine Gesundheitsangaben. Höchstens ${WITHDRAWN_NOTE_MAX} Zeichen.`}
          maxLength={WITHDRAWN_NOTE_MAX}
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          {...form.getInputProps('withdrawn_note')}
        />
        <DialogButtonRow action="Speichern" isRunning={isRunning} onLeave={() => void leave()} />
      </form>
    </Modal>
  )
}
