import { Alert, Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Info } from 'lucide-react'
import { addDays, formatDate, parseDateInput } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_TEXTS, PupilExitForm, pupilChangeEndpoints } from '#contract/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { EXIT_REASON_LABELS, EXIT_REASONS } from '#contract/pupils.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import classes from './PupilSections.module.css'
import { takeExitBack } from './pupil-actions.tsx'
import { CHANGED_BY_PUPILS } from './pupil-query.ts'

const LABELS = { date_exit: 'Letzter Tag an der Schule', exit_reason: 'Grund', next_school: 'Neue Schule' }

/** What the day brings with it, said before it is saved. */
const ExitConsequences = ({ pupil, day, today }: { pupil: PupilDetails; day: string; today: string }) => {
  const { schoolclass, firstname } = pupil
  const isPast = day < today
  const after = formatDate(addDays(day, 1))
  return (
    <Alert color="brand" icon={<Info size={20} aria-hidden />} title="Das geschieht danach">
      <ul className={classes.list}>
        <li>
          {isPast
            ? `${firstname} gilt sofort als abgegangen und steht nicht mehr in der Liste der aktiven Kinder.`
            : `Ab dem ${after} gilt ${firstname} als abgegangen und steht nicht mehr in der Liste der aktiven Kinder.`}
        </li>
        {schoolclass && (
          <li>
            Die Zuordnung zur Klasse {schoolclass.classgradePlain} endet am {formatDate(day)}.
          </li>
        )}
        <li>{isPast ? 'Der Elternlink gilt nicht mehr.' : `Der Elternlink gilt ab dem ${after} nicht mehr.`}</li>
        <li>Alle Angaben bleiben erhalten. Den Abgang können Sie zurücknehmen.</li>
      </ul>
    </Alert>
  )
}

interface PupilExitDialogProps {
  pupil: PupilDetails
  onGone: () => void
}

const useExit = ({ pupil, onGone }: PupilExitDialogProps) => {
  const { id, date_entry = '', date_exit, exit_reason, next_school, version } = pupil
  const before = { date_exit: date_exit ?? '', exit_reason: exit_reason ?? '', next_school: next_school ?? '' }
  const { form, attempt, onSubmit, refuse } = useCheckedForm(
    PupilExitForm.omit({ exit_reason: true, next_school: true }),
    before,
  )
  const isDirty = JSON.stringify(form.values) !== JSON.stringify(before)
  const dialog = useLeavableDialog(isDirty, onGone)
  const call = useCall(pupilChangeEndpoints.leave, { invalidates: CHANGED_BY_PUPILS, onFieldErrors: refuse })
  const submit = onSubmit(async (values) => {
    if (values.date_exit < date_entry) return refuse({ date_exit: PUPIL_TEXTS.exitBeforeEntry })
    const reason = EXIT_REASONS.find((one) => one === values.exit_reason)
    if (!reason) return refuse({ exit_reason: PUPIL_TEXTS.reasonMissing })
    const reply = await call.run({ params: { id }, body: { ...values, exit_reason: reason, version } })
    if (!reply) return
    dialog.close()
    await notify(reply.message, {
      about: `pupil ${id}`,
      ...(date_exit ? {} : { undo: () => takeExitBack({ id }) }),
    })
  })
  return { ...dialog, form, attempt, submit, isRunning: call.isRunning }
}

/** The last day of a pupil, why and where to (domain §1.5, §9b). */
export const PupilExitDialog = (props: PupilExitDialogProps) => {
  const { pupil } = props
  const today = useToday()
  const { form, attempt, submit, isRunning, leave, modal } = useExit(props)
  const { date_exit } = form.values
  // Read while it is typed: what appeared on leaving the field would move the button away under its press.
  const day = parseDateInput(date_exit, today)
  return (
    <Modal {...modal} size={560} title={`Abgang: ${fullName(pupil)}`} classNames={{ title: classes.dialogTitle ?? '' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
          <DateField
            id="date_exit"
            label={LABELS.date_exit}
            today={today}
            autoComplete="off"
            isAhead
            {...(pupil.date_entry ? { min: pupil.date_entry } : {})}
            value={date_exit}
            onChange={(value) => form.setFieldValue('date_exit', value)}
            error={form.errors.date_exit}
          />
          <NativeSelect
            id="exit_reason"
            label={LABELS.exit_reason}
            data={[
              { value: '', label: 'Bitte wählen' },
              ...EXIT_REASONS.map((value) => ({ value, label: EXIT_REASON_LABELS[value] })),
            ]}
            {...form.getInputProps('exit_reason')}
          />
          <TextInput
            id="next_school"
            label={`${LABELS.next_school} (optional)`}
            autoComplete="off"
            maxLength={120}
            {...form.getInputProps('next_school')}
          />
          {day && day >= (pupil.date_entry ?? '') && <ExitConsequences pupil={pupil} day={day} today={today} />}
        </Stack>
        <div className={classes.dialogButtons}>
          <ButtonRow align="end">
            <Button variant="default" onClick={() => void leave()}>
              Abbrechen
            </Button>
            <ActionButton type="submit" isRunning={isRunning}>
              Abgang eintragen
            </ActionButton>
          </ButtonRow>
        </div>
      </form>
    </Modal>
  )
}
