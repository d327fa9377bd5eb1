import { ProcessingReview } from '#contract/processings/processing.record.ts'
import { type Processing, processingEndpoints, ReviewChange } from '#contract/processings/processings.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { dayFault } from './OwnProcessingDialog.tsx'
import { loadRegisterAnew } from './processing-queries.ts'

const FIELDS = fieldsIn(ProcessingReview, ['note', 'reviewed_on'])

/** For an activity that the program describes: what the school adds, and the day of the last review. */
export const ReviewDialog = ({ processing, onGone }: { processing: Processing; onGone: () => void }) => {
  const { key, title } = processing
  const today = useToday()
  const edit = useEdit({
    fields: FIELDS,
    loaded: processing,
    loadAnew: async () => (await loadRegisterAnew()).activities.find((one) => one.key === key),
    rules: { change: ReviewChange },
    faultsOf: ({ reviewed_on }) => dayFault(reviewed_on, today),
    invalidates: [processingEndpoints.get],
  })
  const { run, isRunning } = useCall(processingEndpoints.review, edit.calls)
  return (
    <RecordDialog
      title={`${title}: ergänzen`}
      action="Übernehmen"
      size={560}
      edit={edit}
      focus="note"
      onChange={async ({ version }, changes) =>
        key === null ? undefined : run({ params: { key }, body: { ...changes, version } })
      }
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
