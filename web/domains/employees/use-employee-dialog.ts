import { type EmployeeDetails, employeeEndpoints, NewEmployeeForm } from '#contract/employees/employees.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
import { paths } from '#web/paths.ts'
import { changesOf, type EmployeeValues, NO_EMPLOYEE, valuesOf } from './employee-form.ts'
import { CHANGED_BY_EMPLOYEES, loadEmployeeAnew } from './employee-queries.ts'

export interface EmployeeDialogProps {
  /** Missing: somebody new. */
  employee?: EmployeeDetails | undefined
  /** What was being typed when a session ended. */
  kept?: EmployeeValues | undefined
  remember: (values: EmployeeValues | undefined) => void
  onGone: () => void
}

/** What the dialog holds and does: somebody new, or the changes of one with the question when they are stale. */
export const useEmployeeDialog = ({ employee, ...props }: EmployeeDialogProps) => {
  const { base, before, refuse, compareAfter, savedBy } = useRecordDialog<EmployeeDetails, EmployeeValues>({
    ...props,
    schemaOf: () => NewEmployeeForm,
    loaded: employee,
    valuesOf: (person) => (person ? valuesOf(person) : NO_EMPLOYEE),
    changed: (values, then) => Object.keys(changesOf(values, then)),
    loadAnew: ({ id }) => loadEmployeeAnew(id),
  })
  const keyFor = useSendKey()
  const calls = { invalidates: CHANGED_BY_EMPLOYEES, onFieldErrors: refuse }
  const add = useCall(employeeEndpoints.add, calls)
  const change = useCall(employeeEndpoints.change, { ...calls, onFailure: compareAfter })

  const send = async (values: EmployeeValues) => {
    if (base) {
      const body = { ...changesOf(values, before), version: base.version }
      return change.run({ params: { id: base.id }, body })
    }
    const reply = await add.run({ body: values, idempotencyKey: keyFor(values) })
    return reply && { ...reply, link: { text: 'Zur Person', to: paths.employee(reply.id) } }
  }
  return savedBy({ send, isRunning: add.isRunning || change.isRunning })
}
