import { OwnProcessing } from '#contract/processings/processing.record.ts'
import {
  NewProcessingForm,
  PROCESSING_TEXTS,
  type Processing,
  ProcessingChange,
  processingEndpoints,
  type StoredProcessing,
} from '#contract/processings/processings.ts'
import { fieldsOf } from '#contract/record.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { loadRegisterAnew } from './processing-queries.ts'

const FIELDS = fieldsOf(OwnProcessing)

/** An own activity as it is stored; its recipients are lines of one text. */
export const storedOf = (one: Processing): StoredProcessing | undefined =>
  one.key === null && one.id !== null
    ? { ...one, id: one.id, recipients: one.recipients.join('\n'), retention: one.retention.join('\n') }
    : undefined

/** The day of the review cannot be in the future. */
export const dayFault = (reviewedOn: unknown, today: string): Record<string, string> =>
  String(reviewedOn ?? '') > today ? { reviewed_on: PROCESSING_TEXTS.ahead } : {}

interface OwnProcessingDialogProps {
  /** Missing: a new one. */
  processing?: StoredProcessing | undefined
  onGone: () => void
}

/** An activity of the school outside the program (domain DP-21). */
export const OwnProcessingDialog = ({ processing, onGone }: OwnProcessingDialogProps) => {
  const today = useToday()
  const edit = useEdit({
    fields: FIELDS,
    loaded: processing,
    loadAnew: async ({ id }) =>
      (await loadRegisterAnew()).activities.map(storedOf).find((one) => one !== undefined && one.id === id),
    rules: { add: NewProcessingForm, change: ProcessingChange },
    faultsOf: ({ reviewed_on }) => dayFault(reviewed_on, today),
    invalidates: [processingEndpoints.get],
  })
  const add = useCall(processingEndpoints.add, edit.calls)
  const change = useCall(processingEndpoints.change, edit.calls)
  return (
    <RecordDialog
      title={processing ? `${processing.title} bearbeiten` : 'Eigene Tätigkeit eintragen'}
      action={processing ? 'Übernehmen' : 'Eintragen'}
      size={640}
      edit={edit}
      focus="title"
      onAdd={(body, idempotencyKey) => add.run({ body, idempotencyKey })}
      onChange={({ id, version }, changes) => change.run({ params: { id }, body: { ...changes, version } })}
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
