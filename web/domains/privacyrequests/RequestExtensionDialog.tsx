import { formatDate } from '#contract/dates.ts'
import { EXTENSION_MONTHS, ExtensionForm } from '#contract/privacyrequests/privacyrequest.record.ts'
import { dueDay } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { privacyRequestEndpoints, type RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { CHANGED_BY_REQUESTS } from './request-queries.ts'

const FIELDS = fieldsIn(ExtensionForm, ['months', 'reason'])

const isMonths = (value: unknown): value is ExtensionForm['months'] => String(value) in EXTENSION_MONTHS

/** The deadline is extended once; the person must be told why before it ends (Art. 12 (3) GDPR). */
export const RequestExtensionDialog = ({ request, onGone }: { request: RequestDetails; onGone: () => void }) => {
  const edit = useEdit<never, ExtensionForm>({
    fields: FIELDS,
    loaded: undefined,
    loadAnew: async () => undefined,
    rules: { add: ExtensionForm },
    invalidates: CHANGED_BY_REQUESTS,
  })
  const { run, isRunning } = useCall(privacyRequestEndpoints.extend, edit.calls)
  const { months } = edit.values
  const until = isMonths(months) && dueDay({ ...request, extended_by: EXTENSION_MONTHS[months] })
  return (
    <RecordDialog
      title="Frist verlängern"
      action="Frist verlängern"
      size={480}
      edit={edit}
      focus="months"
      onAdd={(body) => run({ params: { id: request.id }, body })}
      isRunning={isRunning}
      onGone={onGone}
    >
      <p className="sh-flush">
        {until && <>Die Frist endet dann am {formatDate(until)}. </>}
        Das geht nur einmal. Schreiben Sie der Person noch vor dem {formatDate(dueDay(request))}, dass und warum es
        länger dauert.
      </p>
    </RecordDialog>
  )
}
