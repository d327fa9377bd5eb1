import { Alert } from '@mantine/core'
import { Info } from 'lucide-react'
import { addDays, formatDate, parseDateInput } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { Pupil } from '#contract/pupils/pupil.record.ts'
import { PUPIL_TEXTS, PupilExitForm, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { type FieldValues, type FormField, fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { takeExitBack } from './pupil-actions.tsx'
import { CHANGED_BY_PUPILS, loadPupilAnew } from './pupil-query.ts'

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

const FIELDS = fieldsIn(Pupil, ['date_exit', 'exit_reason', 'next_school'])
const Day = PupilExitForm.pick({ date_exit: true })

/** The day comes first: what else is missing is said once it can be meant. */
const faultsOf = (
  { date_exit, exit_reason }: FieldValues,
  { date_entry = '' }: PupilDetails,
): Record<string, string> => {
  const faults = schemaErrors(Day)({ date_exit })
  if (Object.keys(faults).length > 0) return faults
  if (String(date_exit) < date_entry) return { date_exit: PUPIL_TEXTS.exitBeforeEntry }
  return exit_reason ? {} : { exit_reason: PUPIL_TEXTS.reasonMissing }
}

/** The last day of a pupil, why and where to (domain §1.5, §9b). */
export const PupilExitDialog = ({ pupil, onGone }: { pupil: PupilDetails; onGone: () => void }) => {
  const { id, date_entry } = pupil
  const today = useToday()
  const limits: Record<string, Partial<FormField>> = {
    date_exit: { isOptional: false, days: { first: date_entry, isAhead: true } },
    exit_reason: { isOptional: false, empty: 'Bitte wählen' },
  }
  const edit = useEdit({
    fields: FIELDS.map((field) => ({ ...field, ...limits[field.key] })),
    loaded: pupil,
    loadAnew: () => loadPupilAnew(id),
    rules: { add: PupilExitForm },
    faultsOf: (values) => faultsOf(values, pupil),
    invalidates: CHANGED_BY_PUPILS,
  })
  const { run, isRunning } = useCall(pupilChangeEndpoints.leave, edit.calls)
  // Read while it is typed: what appeared on leaving the field would move the button away under its press.
  const day = parseDateInput(String(edit.values.date_exit), today)
  return (
    <RecordDialog
      title={`Abgang: ${fullName(pupil)}`}
      action="Abgang eintragen"
      size={560}
      edit={edit}
      sendsUnchanged
      sameStored="Das ist schon gespeichert."
      onChange={async ({ version }) => {
        const reply = await run({ params: { id }, body: { ...edit.whole, version } })
        const undo = edit.before.date_exit ? {} : { undo: () => takeExitBack({ id }) }
        return reply && { message: reply.message, about: `pupil ${id}`, ...undo }
      }}
      isRunning={isRunning}
      onGone={onGone}
    >
      {day && day >= (date_entry ?? '') && <ExitConsequences pupil={pupil} day={day} today={today} />}
    </RecordDialog>
  )
}
