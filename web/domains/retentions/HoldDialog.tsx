import { addMonths, formatDate, isIsoDay } from '#contract/dates.ts'
import type { RetentionSubject } from '#contract/retentions/retentions.people.ts'
import { personRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { HOLD_MONTHS_MAX, NOTICE_DAYS } from '#contract/retentions/retentions.rules.ts'
import { HoldForm, retentionEndpoints, untilRefusal } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { type FormField, fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { aboutHold, CHANGED_BY_HOLDS, endHold, type HeldRecord } from './hold-actions.ts'

/** Where the reason stands, and what is in the preview afterwards. */
const WORDS: Record<RetentionSubject, { reason?: string; what: string }> = {
  registration: { what: 'die Bewerbung' },
  pupil: {
    what: 'die Akte',
    reason: 'Zum Beispiel: Ein Verfahren läuft noch. Der Grund steht hier und in der Löschvorschau.',
  },
  employee: {
    what: 'der Eintrag',
    reason: 'Zum Beispiel: Ein Zeugnis steht noch aus. Der Grund steht hier und in der Löschvorschau.',
  },
}

const fieldsOn = (today: string, subject: RetentionSubject): FormField[] => {
  const last = addMonths(today, HOLD_MONTHS_MAX)
  const { what, reason } = WORDS[subject]
  const hint = `Höchstens bis zum ${formatDate(last)}. Danach steht ${what} noch ${NOTICE_DAYS} Tage in der Löschvorschau.`
  return fieldsIn(HoldForm, ['reason', 'until']).map((field) => {
    if (field.key === 'until') return { ...field, hint, days: { first: today, last, isAhead: true } }
    return reason ? { ...field, hint: reason } : field
  })
}

/** Sends a hold to the endpoint of its subject. */
const useHoldCall = ({ subject, id }: HeldRecord, calls: Parameters<typeof useCall>[1]) => {
  const application = useCall(retentionEndpoints.hold, calls)
  const person = useCall(personRetentionEndpoints[subject === 'employee' ? 'employee' : 'pupil'].hold, calls)
  return {
    isRunning: application.isRunning || person.isRunning,
    run: (body: HoldForm) =>
      subject === 'registration'
        ? application.run({ params: { registrationId: id }, body })
        : person.run({ params: { id }, body }),
  }
}

/** Keeps a record in spite of its period: why and until when (domain DP-07). */
export const HoldDialog = ({ record, onGone }: { record: HeldRecord; onGone: () => void }) => {
  const { hold } = record
  const action = hold ? 'Aussetzung ändern' : 'Löschung aussetzen'
  const today = useToday()
  const fields = fieldsOn(today, record.subject)
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
  const { run, isRunning } = useHoldCall(record, edit.calls)
  const until = String(edit.values.until)
  // The field itself explains a day in the past.
  const tooFar = isIsoDay(until) && until >= today ? untilRefusal(until, today) : undefined
  return (
    <RecordDialog
      title={`${action}: ${record.name}`}
      action={action}
      size={440}
      edit={edit}
      focus="reason"
      renderInput={(input) => (
        <InputField {...input} error={input.error ?? (input.field.key === 'until' ? tooFar : undefined)} />
      )}
      onAdd={async (body) => {
        const reply = await run(body)
        const undo = hold ? {} : { undo: () => endHold({ ...record, hold: body }) }
        return reply && { ...reply, about: aboutHold(record), ...undo }
      }}
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
