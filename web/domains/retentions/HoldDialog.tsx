import { Modal, Stack, Textarea } from '@mantine/core'
import { addMonths, formatDate, isIsoDay } from '#contract/dates.ts'
import { HOLD_MONTHS_MAX, NOTICE_DAYS } from '#contract/retentions/retentions.rules.ts'
import { HOLD_REASON_MAX, HoldForm, retentionEndpoints, untilRefusal } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { endHold, type HeldChild } from './end-hold.ts'
import { CHANGED_BY_HOLDS } from './retention-queries.ts'

const LABELS = { reason: 'Grund', until: 'Aufbewahren bis' }

/** Keeps an application in spite of its period: why and until when (domain DP-07). */
export const HoldDialog = ({ child, onGone }: { child: HeldChild; onGone: () => void }) => {
  const today = useToday()
  const before = { reason: child.hold?.reason ?? '', until: child.hold?.until ?? '' }
  const { form, attempt, onSubmit, refuse } = useCheckedForm(HoldForm, before)
  const { reason, until } = form.values
  const dialog = useLeavableDialog(reason !== before.reason || until !== before.until, onGone)
  const { run, isRunning } = useCall(retentionEndpoints.hold, {
    invalidates: CHANGED_BY_HOLDS,
    onFieldErrors: refuse,
  })
  // Of a day that is over the field itself says what was meant.
  const tooFar = isIsoDay(until) && until >= today ? untilRefusal(until, today) : undefined
  const submit = onSubmit(async (body) => {
    const refusal = untilRefusal(body.until, today)
    if (refusal) return refuse({ until: refusal })
    const reply = await run({ params: { registrationId: child.id }, body })
    if (!reply) return
    dialog.close()
    const undo = child.hold ? {} : { undo: () => endHold({ ...child, hold: body }) }
    notify(reply.message, { about: `hold ${child.id}`, ...undo })
  })
  const last = addMonths(today, HOLD_MONTHS_MAX)
  return (
    <Modal {...dialog.modal} title={`Löschung aussetzen: ${child.name}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
          <Textarea
            id="reason"
            label={LABELS.reason}
            description="Zum Beispiel: Die Familie hat Widerspruch eingelegt. Der Grund steht im Verlauf der Bewerbung."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autosize
            minRows={2}
            maxLength={HOLD_REASON_MAX}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <DateField
            id="until"
            label={LABELS.until}
            description={`Höchstens bis zum ${formatDate(last)}. Danach steht die Bewerbung noch ${NOTICE_DAYS} Tage in der Löschvorschau.`}
            today={today}
            autoComplete="off"
            isAhead
            min={today}
            max={last}
            value={until}
            onChange={(value) => form.setFieldValue('until', value)}
            error={form.errors.until ?? tooFar}
          />
        </Stack>
        <DialogButtonRow action="Löschung aussetzen" isRunning={isRunning} onLeave={() => void dialog.leave()} />
      </form>
    </Modal>
  )
}
