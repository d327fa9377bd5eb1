import { type EmployeeDetails, type EmployeeRow, employeeEndpoints } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { refreshEmployees } from './employee-queries.ts'

export const { act, actAndNotify } = actionsAbout('employee', refreshEmployees)

type Removable = Pick<EmployeeRow, 'id' | 'firstname' | 'lastname' | 'short_name' | 'classes'>

const classesText = ({ classes }: Removable) => {
  const led = classes.filter((one) => one.function === 'responsible').map(({ classgradePlain }) => classgradePlain)
  return led.length > 0 && `Klassenleitung: ${led.join(', ')}. Erst wenn jemand anderes eingetragen ist, geht das.`
}

/** Spec §2: asks with its fixed texts; then the way back (ux §2). Answers whether the person is gone. */
export const removeEmployee = async (employee: Removable) => {
  const { id, short_name } = employee
  const warning = classesText(employee)
  const isWanted = await confirmDialog({
    title: 'Wirklich löschen?',
    message: (
      <>
        <p>Wollen Sie diesen Mitarbeiter wirklich löschen?</p>
        <p>{`${fullName(employee)} (${short_name})`}</p>
        {warning && <p>{warning}</p>}
      </>
    ),
    accept: 'Löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return false
  const message = await act(`remove ${id}`, () => call(employeeEndpoints.remove, { params: { id } }))
  if (message === undefined) return false
  const undo = () => actAndNotify(`restore ${id}`, () => call(employeeEndpoints.restore, { params: { id } }))
  notify(message, { about: `employee ${id}`, undo })
  return true
}

export const takeExitBack = ({ id }: Pick<EmployeeRow, 'id'>) =>
  actAndNotify(`exit ${id}`, () => call(employeeEndpoints.leave, { params: { id }, body: { date_exit: null } }))

export const inviteAgain = ({ account: { user_id } }: EmployeeDetails) =>
  user_id === null
    ? undefined
    : actAndNotify(`invite ${user_id}`, () => call(userEndpoints.invite, { params: { id: user_id } }))

const link = (id: number, user_id: number | null) => call(employeeEndpoints.link, { params: { id }, body: { user_id } })

/** Lets go of the account; the way back links it again. */
export const unlinkAccount = async ({ id, account: { user_id, state } }: EmployeeDetails) => {
  const message = await act(`link ${id}`, () => link(id, null))
  if (!message) return
  const undo = () => actAndNotify(`link ${id}`, () => link(id, user_id))
  notify(message, state === 'closed' ? {} : { about: `employee ${id}`, undo })
}
