import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { z } from 'zod'
import { formatDate, isIsoDay, parseDateInput } from '#contract/dates.ts'
import { exitRefusal, firstExitDay } from '#contract/employees/employees.exit.ts'
import { EMPLOYEE_TEXTS, type EmployeeDetails, ExitForm, employeeEndpoints } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import type { FormField } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { dayAhead, longPastText } from '#web/ui/use-date-typing.ts'
import { CHANGED_BY_EMPLOYEES } from './employee-queries.ts'
import { endingFunctions, FUNCTION_LABELS } from './employee-texts.ts'

const FIELDS: readonly FormField[] = [{ key: 'date_exit', label: 'Letzter Tag an der Schule', kind: 'date' }]

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

/** The last day of somebody, and what it ends (domain §1.9). */
export const EmployeeExitDialog = ({ employee, onGone }: { employee: EmployeeDetails; onGone: () => void }) => {
  const today = useToday()
  const first = firstExitDay(employee, today)
  // Read while it is typed: what appeared on leaving the field would move the button away under its press.
  const changesOn = (typed: unknown) => {
    const day = parseDateInput(String(typed), today)
    return day ? { employee, day, today } : undefined
  }
  const refusalFor = (typed: unknown) => {
    const changes = changesOn(typed)
    return changes && refusalOf(changes)
  }
  const edit = useEdit<never, z.output<typeof ExitForm>>({
    fields: FIELDS,
    loaded: undefined,
    valuesOf: () => ({ date_exit: employee.date_exit ?? '' }),
    loadAnew: async () => undefined,
    rules: { add: ExitForm },
    faultsOf: ({ date_exit }): Record<string, string> => {
      const refusal = refusalFor(date_exit)
      return refusal ? { date_exit: refusal } : {}
    },
    invalidates: CHANGED_BY_EMPLOYEES,
  })
  const { run, isRunning } = useCall(employeeEndpoints.leave, edit.calls)
  const { date_exit } = edit.values
  const refusal = refusalFor(date_exit)
  const changes = refusal ? undefined : changesOn(date_exit)
  return (
    <RecordDialog
      title={`Abgang: ${fullName(employee)}`}
      action="Abgang eintragen"
      size={560}
      edit={edit}
      renderInput={(input) => (
        <InputField
          {...input}
          field={{ ...input.field, days: { first, isAhead: true } }}
          error={input.error ?? (isIsoDay(String(input.value)) ? refusal : undefined)}
        />
      )}
      onAdd={async (body) => {
        const reply = await run({ params: { id: employee.id }, body })
        return reply && { ...reply, about: `employee ${employee.id}` }
      }}
      isRunning={isRunning}
      onGone={onGone}
    >
      {changes && (
        <>
          <EndingClasses {...changes} />
          <AccountChange {...changes} />
        </>
      )}
    </RecordDialog>
  )
}
