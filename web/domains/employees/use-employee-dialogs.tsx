import { useEffect, useRef, useState } from 'react'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { EmployeeClassDialog } from './EmployeeClassDialog.tsx'
import { EmployeeDialog } from './EmployeeDialog.tsx'
import { EmployeeExitDialog } from './EmployeeExitDialog.tsx'
import type { EmployeeValues } from './employee-form.ts'
import { loadEmployeeAnew } from './employee-queries.ts'
import { InviteEmployeeDialog } from './InviteEmployeeDialog.tsx'
import { LinkAccountDialog } from './LinkAccountDialog.tsx'

type Kind = 'edit' | 'class' | 'exit' | 'invite' | 'link'
type Opened =
  | { kind: 'new'; kept?: EmployeeValues | undefined }
  | { kind: Kind; employee: EmployeeDetails; kept?: EmployeeValues | undefined }

/** What was being typed when a session ended, and about whom; null: somebody new. */
interface Kept {
  employeeId: number | null
  values: EmployeeValues
}

/** The dialogs about people, loaded with the first one; each shows the person as it is stored now. */
export const useEmployeeDialogs = () => {
  const place = useKeptInput<Kept>(`${window.location.pathname} employee-dialog`)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const open = async (kind: Kind, id: number, kept?: EmployeeValues) => {
    try {
      setOpened({ kind, employee: await loadEmployeeAnew(id), kept })
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  const isReopened = useRef(false)
  useEffect(() => {
    if (isReopened.current) return
    isReopened.current = true
    const { kept } = place
    if (kept?.employeeId === null) setOpened({ kind: 'new', kept: kept.values })
    else if (kept) void open('edit', kept.employeeId, kept.values)
  })

  const dialog = () => {
    if (!opened) return null
    if (opened.kind === 'class') return <EmployeeClassDialog employee={opened.employee} onGone={close} />
    if (opened.kind === 'exit') return <EmployeeExitDialog employee={opened.employee} onGone={close} />
    if (opened.kind === 'invite') return <InviteEmployeeDialog employee={opened.employee} onGone={close} />
    if (opened.kind === 'link') return <LinkAccountDialog employee={opened.employee} onGone={close} />
    const employee = opened.kind === 'edit' ? opened.employee : undefined
    const remember = (values: EmployeeValues | undefined) =>
      place.remember(values && { employeeId: employee?.id ?? null, values })
    return <EmployeeDialog employee={employee} kept={opened.kept} remember={remember} onGone={close} />
  }
  return {
    openNew: () => setOpened({ kind: 'new' }),
    open: (kind: Kind, id: number) => void open(kind, id),
    shown: dialog(),
  }
}
export type EmployeeDialogs = ReturnType<typeof useEmployeeDialogs>
