import { addMonths, formatDate, isIsoDay } from '#contract/dates.ts'
import { HOLD_MONTHS_MAX, NOTICE_DAYS } from '#contract/retentions/retentions.rules.ts'
import { HoldForm, retentionEndpoints, untilRefusal } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { type FormField, fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { CHANGED_BY_HOLDS, endHold, type HeldChild } from './end-hold.ts'

const fieldsOn = (today: string): FormField[] => {
  const last = addMonths(today, HOLD_MONTHS_MAX)
  const hint = `Höchstens bis zum ${formatDate(last)}. Danach steht die Bewerbung noch ${NOTICE_DAYS} Tage in der Löschvorschau.`
  return fieldsIn(HoldForm, ['reason', 'until']).map((field) =>
    field.key === 'until' ? { ...field, hint, days: { first: today, last, isAhead: true } } : field,
  )
}

/** Keeps an application in spite of its period: why and until when (domain DP-07). */
export const HoldDialog = ({ child, onGone }: { child: HeldChild; onGone: () => void }) => {
  const { id, hold } = child
  const today = useToday()
  const fields = fieldsOn(today)
  const edit = useEdit({
    fields,
    loaded: undefined,
    valuesOf: () => inputsOf(fields, hold ?? undefined),
    loadAnew: async () => undefined,
    rules: { add: HoldForm },
    faultsOf: ({ until }): Record<string, string> => {
      const refusal = untilRefusal(String(until), today)
      return refusal ? { until: refusal } : {}
    },
    invalidates: CHANGED_BY_HOLDS,
  })
  const { run, isRunning } = useCall(retentionEndpoints.hold, edit.calls)
  const until = String(edit.values.until)
  // Of a day that is over the field itself says what was meant.
  const tooFar = isIsoDay(until) && until >= today ? untilRefusal(until, today) : undefined
  return (
    <RecordDialog
      title={`Löschung aussetzen: ${child.name}`}
      action="Löschung aussetzen"
      size={440}
      edit={edit}
      focus="reason"
      renderInput={(input) => (
        <InputField {...input} error={input.error ?? (input.field.key === 'until' ? tooFar : undefined)} />
      )}
      onAdd={async (body) => {
        const reply = await run({ params: { registrationId: id }, body })
        const undo = hold ? {} : { undo: () => endHold({ ...child, hold: body }) }
        return reply && { ...reply, about: `hold ${id}`, ...undo }
      }}
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
