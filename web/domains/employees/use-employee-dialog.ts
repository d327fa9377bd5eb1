import { useEffect } from 'react'
import { type EmployeeDetails, employeeEndpoints, NewEmployeeForm } from '#contract/employees.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useStaleForm } from '#web/api/use-stale-form.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
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
export const useEmployeeDialog = ({ employee, kept, remember, onGone }: EmployeeDialogProps) => {
  const stale = useStaleForm({
    loaded: employee,
    valuesOf: (person) => (person ? valuesOf(person) : NO_EMPLOYEE),
    changed: (values, before) => Object.keys(changesOf(values, before)),
    loadAnew: async (person) => person && loadEmployeeAnew(person.id),
  })
  const { base, before, conflict } = stale
  const { form, attempt, onSubmit, refuse } = useCheckedForm(NewEmployeeForm, kept ?? before)
  const isDirty = stale.isDirtyWith(form.values)
  const dialog = useLeavableDialog(isDirty, onGone)
  const keyFor = useSendKey()

  useEffect(() => {
    remember(isDirty ? form.values : undefined)
    return () => remember(undefined)
  })

  const inputs = { values: form.values, setValues: form.setValues, onSame: dialog.close }
  const calls = { invalidates: CHANGED_BY_EMPLOYEES, onFieldErrors: refuse }
  const add = useCall(employeeEndpoints.add, calls)
  const change = useCall(employeeEndpoints.change, {
    ...calls,
    onFailure: (failure) => stale.compareAfter(failure, inputs),
  })

  const sendNew = async (body: EmployeeValues) => {
    const reply = await add.run({ body, idempotencyKey: keyFor(body) })
    if (!reply) return
    dialog.close()
    await notify(reply.message, { link: { text: 'Zur Person', to: paths.employee(reply.id) } })
  }
  const sendChanges = async (values: EmployeeValues, { id, version }: EmployeeDetails) => {
    const reply = await change.run({ params: { id }, body: { ...changesOf(values, before), version } })
    if (!reply) return
    dialog.close()
    await notify(reply.message)
  }
  const save = async (values: EmployeeValues) => {
    if (base && !isDirty) return dialog.close()
    stale.endConflict()
    await (base ? sendChanges(values, base) : sendNew(values))
  }

  return {
    ...dialog,
    form,
    attempt,
    isRunning: add.isRunning || change.isRunning,
    // While both versions are shown only its buttons decide, not Enter in a field.
    submit: onSubmit((values) => conflict === undefined && save(values)),
    conflict: conflict === undefined ? undefined : { text: conflict, theirs: before },
    keepMine: () => void save(form.values),
    takeTheirs: () => {
      stale.endConflict()
      form.setValues(before)
    },
  }
}
