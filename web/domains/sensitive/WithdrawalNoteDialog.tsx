import { CONSENT_TEXTS } from '#contract/consents/consents.state.ts'
import { type ConsentLine, type ConsentRecord, consentEndpoints, WithdrawalNote } from '#contract/consents/consents.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { CHANGED_BY_CONSENTS } from './sensitive-query.ts'

const Note = WithdrawalNote.pick({ withdrawn_note: true })
const FIELDS = fieldsIn(Note, ['withdrawn_note'])

/** The record that was withdrawn last; undefined: none. */
const lastWithdrawal = ({ records }: ConsentLine) =>
  records.reduce<ConsentRecord | undefined>(
    (last, one) => ((one.withdrawn_at ?? '') > (last?.withdrawn_at ?? '') ? one : last),
    undefined,
  )

interface WithdrawalNoteDialogProps {
  pupilId: number
  line: ConsentLine
  onGone: () => void
}

/** What there is to say about a withdrawal, once it is done. */
export const WithdrawalNoteDialog = ({ pupilId, line, onGone }: WithdrawalNoteDialogProps) => {
  const { purpose } = line
  const edit = useEdit({
    fields: FIELDS,
    loaded: lastWithdrawal(line),
    loadAnew: async () => undefined,
    rules: { change: Note },
    invalidates: CHANGED_BY_CONSENTS,
  })
  const { run, isRunning } = useCall(consentEndpoints.noteWithdrawal, edit.calls)
  return (
    <RecordDialog
      title={`Widerruf: ${CONSENT_TEXTS[purpose].label}`}
      action="Speichern"
      size={560}
      edit={edit}
      focus="withdrawn_note"
      sendsUnchanged
      onChange={() =>
        run({ params: { id: pupilId }, body: { purpose, withdrawn_note: String(edit.values.withdrawn_note) } })
      }
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
