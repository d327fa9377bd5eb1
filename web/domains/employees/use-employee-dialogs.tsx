import { useEffect, useRef, useState } from 'react'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { explainFailure } from '#web/api/errors.ts'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { EmployeeClassDialog } from './EmployeeClassDialog.tsx'
import { EmployeeDialog } from './EmployeeDialog.tsx'
import { EmployeeExitDialog } from './EmployeeExitDialog.tsx'
import { loadEmployeeAnew } from './employee-queries.ts'
import { InviteEmployeeDialog } from './InviteEmployeeDialog.tsx'
import { LinkAccountDialog } from './LinkAccountDialog.tsx'

type Kind = 'edit' | 'class' | 'exit' | 'invite' | 'link'
type Opened =
  | { kind: 'new'; preserved?: TypedInput<EmployeeDetails> | undefined }
  | { kind: Kind; employee: EmployeeDetails; preserved?: TypedInput<EmployeeDetails> | undefined }

/** What was being typed when a session ended, and about whom; null: somebody new. */
interface PreservedDialog {
  employeeId: number | null
  typed: TypedInput<EmployeeDetails>
}

/** The dialogs about people, loaded with the first one; each shows the person as it is stored now. */
export const useEmployeeDialogs = () => {
  const place = usePreservedInput<PreservedDialog>(`${window.location.pathname} employee-dialog`)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const open = async (kind: Kind, id: number, preserved?: TypedInput<EmployeeDetails>) => {
    try {
      setOpened({ kind, employee: await loadEmployeeAnew(id), preserved })
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  const isReopened = useRef(false)
  useEffect(() => {
    if (isReopened.current) return
    isReopened.current = true
    const { preserved } = place
    if (preserved?.employeeId === null) setOpened({ kind: 'new', preserved: preserved.typed })
    else if (preserved) void open('edit', preserved.employeeId, preserved.typed)
  })

  const dialog = () => {
    if (!opened) return null
    if (opened.kind === 'class') return <EmployeeClassDialog employee={opened.employee} onGone={close} />
    if (opened.kind === 'exit') return <EmployeeExitDialog employee={opened.employee} onGone={close} />
    if (opened.kind === 'invite') return <InviteEmployeeDialog employee={opened.employee} onGone={close} />
    if (opened.kind === 'link') return <LinkAccountDialog employee={opened.employee} onGone={close} />
    const employee = opened.kind === 'edit' ? opened.employee : undefined
    const remember = (typed: TypedInput<EmployeeDetails> | undefined) =>
      place.remember(typed && { employeeId: employee?.id ?? null, typed })
    return <EmployeeDialog employee={employee} preserved={opened.preserved} remember={remember} onGone={close} />
  }
  return {
    openNew: () => setOpened({ kind: 'new' }),
    open: (kind: Kind, id: number) => void open(kind, id),
    shown: dialog(),
  }
}
export type EmployeeDialogs = ReturnType<typeof useEmployeeDialogs>
