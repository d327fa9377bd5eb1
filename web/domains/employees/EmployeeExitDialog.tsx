import { Alert, Modal, Stack } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { formatDate, isIsoDay, parseDateInput } from '#contract/dates.ts'
import { exitRefusal, firstExitDay } from '#contract/employees/employees.exit.ts'
import { EMPLOYEE_TEXTS, type EmployeeDetails, ExitForm, employeeEndpoints } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { dayAhead, longPastText } from '#web/ui/use-date-typing.ts'
import { CHANGED_BY_EMPLOYEES } from './employee-queries.ts'
import { endingFunctions, FUNCTION_LABELS } from './function-texts.ts'

const LABELS = { date_exit: 'Letzter Tag an der Schule' }

interface ChangesProps {
  employee: EmployeeDetails
  day: string
  today: string
}

/** Which classes end, and that somebody must lead them. */
const EndingClasses = ({ employee, day, today }: ChangesProps) => {
  const ending = endingFunctions(employee.functions, day)
  if (ending.length === 0) return <p className="sh-flush">Keine Zuordnung zu einer Klasse ist davon betroffen.</p>
  const led = ending.filter((one) => one.function === 'responsible').map((one) => one.schoolclass.classgradePlain)
  return (
    <>
      <div>
        <p className="sh-flush">
          {day < today ? 'Diese Zuordnungen enden sofort zu diesem Tag:' : 'Nach diesem Tag enden diese Zuordnungen:'}
        </p>
        <ul className="sh-bullets sh-above-1" aria-label="Zuordnungen, die enden">
          {ending.map((one) => (
            <li key={`${one.schoolclass.id} ${one.date_start}`}>
              {one.schoolclass.classgradePlain} ({FUNCTION_LABELS[one.function]}, {one.school_year.name})
            </li>
          ))}
        </ul>
      </div>
      {led.length > 0 && (
        <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />} title="Klassenleitung endet">
          Bitte tragen Sie für {[...new Set(led)].join(', ')} rechtzeitig eine andere Klassenleitung ein.
        </Alert>
      )}
    </>
  )
}

/** What becomes of the account, as far as the page can know; the answer of the server says it for sure. */
const AccountChange = ({ employee, day, today }: ChangesProps) => {
  const mayManage = useMay()('manage users')
  const ownId = useSignedIn()?.user.id
  const { state, user_id } = employee.account
  if (state === 'none' || state === 'closed') return null
  if (!mayManage || user_id === ownId) return <p className="sh-flush">{EMPLOYEE_TEXTS.accountStays}</p>
  return (
    <p className="sh-flush">
      {day < today ? 'Das Konto wird sofort geschlossen' : `Das Konto wird nach dem ${formatDate(day)} geschlossen`}; an
      anderen Schulen bleibt es bestehen.
    </p>
  )
}

/** Why the day cannot be meant, or is refused by the server: it announces nothing. */
const refusalOf = ({ employee, day, today }: ChangesProps) =>
  dayAhead(day, { today, min: firstExitDay(employee, today) }) ? longPastText(day) : exitRefusal(employee, day, today)

interface EmployeeExitDialogProps {
  employee: EmployeeDetails
  onGone: () => void
}

/** The last day of somebody, and what it ends (domain §1.9). */
export const EmployeeExitDialog = ({ employee, onGone }: EmployeeExitDialogProps) => {
  const today = useToday()
  const first = firstExitDay(employee, today)
  const before = { date_exit: employee.date_exit ?? '' }
  const { form, attempt, onSubmit, refuse } = useCheckedForm(ExitForm, before)
  const dialog = useLeavableDialog(form.values.date_exit !== before.date_exit, onGone)
  const { run, isRunning } = useCall(employeeEndpoints.leave, {
    invalidates: CHANGED_BY_EMPLOYEES,
    onFieldErrors: refuse,
  })
  const { date_exit } = form.values
  // Read while it is typed: what appeared on leaving the field would move the button away under its press.
  const day = parseDateInput(date_exit, today)
  const refusal = day && refusalOf({ employee, day, today })
  const submit = onSubmit(async (body) => {
    if (refusal) return refuse({ date_exit: refusal })
    const reply = await run({ params: { id: employee.id }, body })
    if (!reply) return
    dialog.close()
    notify(reply.message, { about: `employee ${employee.id}` })
  })
  return (
    <Modal {...dialog.modal} size={560} title={`Abgang: ${fullName(employee)}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
          <DateField
            id="date_exit"
            label={LABELS.date_exit}
            today={today}
            autoComplete="off"
            isAhead
            {...(first ? { min: first } : {})}
            value={date_exit}
            onChange={(value) => form.setFieldValue('date_exit', value)}
            error={form.errors.date_exit ?? (isIsoDay(date_exit) && refusal)}
          />
          {day && !refusal && (
            <>
              <EndingClasses employee={employee} day={day} today={today} />
              <AccountChange employee={employee} day={day} today={today} />
            </>
          )}
        </Stack>
        <DialogButtonRow action="Abgang eintragen" isRunning={isRunning} onLeave={() => void dialog.leave()} />
      </form>
    </Modal>
  )
}
