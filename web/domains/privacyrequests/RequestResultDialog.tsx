import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { z } from 'zod'
import { RequestAnswer, ResultForm } from '#contract/privacyrequests/privacyrequest.record.ts'
import { needsIdentity, needsReason, REQUEST_TEXTS } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { privacyRequestEndpoints, type RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { type FieldValues, fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { CHANGED_BY_REQUESTS } from './request-queries.ts'
import { lackingWork } from './request-texts.ts'

/** Faults that the server would refuse, too, found before it is asked. */
const faultsIn = (request: RequestDetails, { result, reason }: FieldValues): Record<string, string> => {
  const chosen = RequestAnswer.shape.result.safeParse(result).data
  if (!chosen) return {}
  if (needsIdentity(chosen) && request.identity_checked_on === null) return { result: REQUEST_TEXTS.identityMissing }
  const isWithoutReason = request.subject.erased_on === null && String(reason ?? '').trim() === ''
  return needsReason(chosen) && isWithoutReason ? { reason: REQUEST_TEXTS.reasonMissing } : {}
}

/** How the request ended; with it the deadline is over and the period of three years begins. */
export const RequestResultDialog = ({ request, onGone }: { request: RequestDetails; onGone: () => void }) => {
  const today = useToday()
  const fields = fieldsIn(RequestAnswer, [['result', 'done_on'], 'reason']).map((field) =>
    field.key === 'done_on' ? { ...field, days: { first: request.received_on } } : field,
  )
  const edit = useEdit<never, z.input<typeof ResultForm>>({
    fields,
    asks: (key) => key !== 'reason' || request.subject.erased_on === null,
    loaded: undefined,
    valuesOf: () => inputsOf(fields, { result: 'granted', done_on: today, reason: '' }),
    loadAnew: async () => undefined,
    rules: { add: ResultForm },
    faultsOf: (values) => faultsIn(request, values),
    invalidates: CHANGED_BY_REQUESTS,
  })
  const { run, isRunning } = useCall(privacyRequestEndpoints.finish, edit.calls)
  const result = RequestAnswer.shape.result.safeParse(edit.values.result).data
  const lacking = result && needsIdentity(result) && lackingWork(request)
  const asksReason = result !== undefined && needsReason(result)
  return (
    <RecordDialog
      title="Ergebnis eintragen"
      action="Abschließen"
      size={560}
      edit={edit}
      focus="result"
      renderInput={(input) => (
        <InputField
          {...input}
          field={input.field.key === 'reason' ? { ...input.field, isOptional: !asksReason } : input.field}
        />
      )}
      onAdd={(body) => run({ params: { id: request.id }, body })}
      isRunning={isRunning}
      onGone={onGone}
    >
      {lacking && (
        <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />}>
          {lacking}
        </Alert>
      )}
    </RecordDialog>
  )
}
