import type { z } from 'zod'
import { IdentityCheck, IdentityForm } from '#contract/privacyrequests/privacyrequest.record.ts'
import { privacyRequestEndpoints, type RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { CHANGED_BY_REQUESTS } from './request-queries.ts'

/** How somebody made sure who asks; whoever enters it is the one who checked. */
export const RequestIdentityDialog = ({ request, onGone }: { request: RequestDetails; onGone: () => void }) => {
  const today = useToday()
  const fields = fieldsIn(IdentityCheck, [['method', 'checked_on'], 'note']).map((field) =>
    field.key === 'checked_on' ? { ...field, days: { first: request.received_on } } : field,
  )
  const stored = {
    method: request.identity_method ?? '',
    checked_on: request.identity_checked_on ?? today,
    note: request.identity_note ?? '',
  }
  const edit = useEdit<never, z.input<typeof IdentityForm>>({
    fields,
    asks: (key) => key !== 'note' || request.subject.erased_on === null,
    loaded: undefined,
    valuesOf: () => inputsOf(fields, stored),
    loadAnew: async () => undefined,
    rules: { add: IdentityForm },
    invalidates: CHANGED_BY_REQUESTS,
  })
  const { run, isRunning } = useCall(privacyRequestEndpoints.checkIdentity, edit.calls)
  return (
    <RecordDialog
      title="Identität geprüft"
      action="Eintragen"
      size={560}
      edit={edit}
      focus="method"
      onAdd={(body) => run({ params: { id: request.id }, body })}
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
