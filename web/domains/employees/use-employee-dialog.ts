import { useEffect, useState } from 'react'
import { type EmployeeDetails, employeeEndpoints, NewEmployeeForm } from '#contract/employees.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeavableDialog } from '#web/shell/use-leavable-dialog.ts'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { changesOf, type EmployeeValues, NO_EMPLOYEE, rebased, valuesOf } from './employee-form.ts'
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
  // What the changes are counted from: the person as it was loaded, or after a conflict as it is stored.
  const [base, setBase] = useState(employee)
  const before = base ? valuesOf(base) : NO_EMPLOYEE
  const { form, attempt, onSubmit, refuse } = useCheckedForm(NewEmployeeForm, kept ?? before)
  const [conflict, setConflict] = useState<string>()
  const isDirty = Object.keys(changesOf(form.values, before)).length > 0
  const dialog = useLeavableDialog(isDirty, onGone)
  const keyFor = useSendKey()

  useEffect(() => {
    remember(isDirty ? form.values : undefined)
    return () => remember(undefined)
  })

  const showConflict = async (failure: ApiFailure) => {
    if (!employee || failure.message !== ERROR_TEXTS.stale) return explainFailure(failure)
    const stored = await loadEmployeeAnew(employee.id).catch(() => undefined)
    if (!stored) return explainFailure(failure)
    const mine = rebased(form.values, before, valuesOf(stored))
    setBase(stored)
    form.setValues(mine)
    if (Object.keys(changesOf(mine, valuesOf(stored))).length > 0) setConflict(conflictText(failure))
    else dialog.close()
  }
  const calls = { invalidates: CHANGED_BY_EMPLOYEES, onFieldErrors: refuse }
  const add = useCall(employeeEndpoints.add, calls)
  const change = useCall(employeeEndpoints.change, { ...calls, onFailure: showConflict })

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
    setConflict(undefined)
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
      setConflict(undefined)
      form.setValues(before)
    },
  }
}
