import { Employee } from '#contract/employees/employee.record.ts'
import {
  EmployeeChange,
  type EmployeeDetails,
  employeeEndpoints,
  NewEmployeeForm,
} from '#contract/employees/employees.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { paths } from '#web/paths.ts'
import { CHANGED_BY_EMPLOYEES, loadEmployeeAnew } from './employee-queries.ts'

const FIELDS = fieldsIn(Employee, [
  ['salutation', 'title', 'firstname', 'lastname', 'short_name', 'employee_type', 'mail', 'phone'],
  ['date_entry', 'measles_proof_seen_at', 'extended_certificate_seen_at'],
  'note',
])

interface EmployeeDialogProps extends Memory<EmployeeDetails> {
  /** Missing: somebody new. */
  employee?: EmployeeDetails | undefined
  onGone: () => void
}

/** Somebody new, or what is known of somebody (domain §1.9). */
export const EmployeeDialog = ({ employee, onGone, ...memory }: EmployeeDialogProps) => {
  const edit = useEdit({
    fields: FIELDS,
    loaded: employee,
    loadAnew: ({ id }) => loadEmployeeAnew(id),
    rules: { add: NewEmployeeForm, change: EmployeeChange },
    invalidates: CHANGED_BY_EMPLOYEES,
    ...memory,
  })
  const add = useCall(employeeEndpoints.add, edit.calls)
  const change = useCall(employeeEndpoints.change, edit.calls)
  return (
    <RecordDialog
      title={employee ? 'Mitarbeitende bearbeiten' : 'Mitarbeitende anlegen'}
      action={employee ? 'Übernehmen' : 'Anlegen'}
      size={720}
      edit={edit}
      focus="firstname"
      onAdd={async (body, idempotencyKey) => {
        const reply = await add.run({ body, idempotencyKey })
        return reply && { ...reply, link: { text: 'Zur Person', to: paths.employee(reply.id) } }
      }}
      onChange={({ id, version }, changes) => change.run({ params: { id }, body: { ...changes, version } })}
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
