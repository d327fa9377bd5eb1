import { Alert, Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Info } from 'lucide-react'
import { addDays, formatDate, parseDateInput } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { NEXT_SCHOOL_MAX, PUPIL_LABELS } from '#contract/pupils/pupil.record.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { EXIT_REASON_LABELS, EXIT_REASONS } from '#contract/pupils/pupils.ts'
import { useToday } from '#web/api/base-data.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { usePupilExit } from './use-pupil-exit.ts'

/** What the day brings with it, said before it is saved. */
const ExitConsequences = ({ pupil, day, today }: { pupil: PupilDetails; day: string; today: string }) => {
  const { schoolclass, firstname } = pupil
  const isPast = day < today
  const after = formatDate(addDays(day, 1))
  return (
    <Alert color="brand" icon={<Info size={20} aria-hidden />} title="Das geschieht danach">
      <ul className="sh-bullets">
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

/** The last day of a pupil, why and where to (domain §1.5, §9b). */
export const PupilExitDialog = (props: PupilExitDialogProps) => {
  const { pupil } = props
  const today = useToday()
  const { form, attempt, submit, isRunning, leave, modal, ...compared } = usePupilExit(props)
  const { date_exit } = form.values
  // Read while it is typed: what appeared on leaving the field would move the button away under its press.
  const day = parseDateInput(date_exit, today)
  return (
    <Modal {...modal} size={560} title={`Abgang: ${fullName(pupil)}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={PUPIL_LABELS} attempt={attempt} />
          <DateField
            id="date_exit"
            label={PUPIL_LABELS.date_exit}
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
            label={PUPIL_LABELS.exit_reason}
            data={[
              { value: '', label: 'Bitte wählen' },
              ...EXIT_REASONS.map((value) => ({ value, label: EXIT_REASON_LABELS[value] })),
            ]}
            {...form.getInputProps('exit_reason')}
          />
          <TextInput
            id="next_school"
            label={`${PUPIL_LABELS.next_school} (optional)`}
            autoComplete="off"
            maxLength={NEXT_SCHOOL_MAX}
            {...form.getInputProps('next_school')}
          />
          {day && day >= (pupil.date_entry ?? '') && <ExitConsequences pupil={pupil} day={day} today={today} />}
          {compared.conflict && (
            <ConflictCard
              text={compared.conflict}
              lines={compared.conflictLines}
              onKeepMine={compared.keepMine}
              onTakeTheirs={compared.takeTheirs}
            />
          )}
        </Stack>
        <DialogButtonRow
          action="Abgang eintragen"
          isRunning={isRunning}
          onLeave={() => void leave()}
          isComparing={compared.conflict !== undefined}
        />
      </form>
    </Modal>
  )
}
