import { DoorOpen } from 'lucide-react'
import { useState } from 'react'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { WriteCircularWidget } from '#web/domains/circulars/WriteCircularWidget.tsx'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import type { useChosenIds } from '#web/lists/use-row-selection.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LeaveManyDialog } from './LeaveManyDialog.tsx'

interface ChosenEmployeesCardProps {
  rows: readonly EmployeeRow[]
  selection: ReturnType<typeof useChosenIds>
}

/** What can be done with several people of the list. */
export const ChosenEmployeesCard = ({ rows, selection }: ChosenEmployeesCardProps) => {
  const [leaving, setLeaving] = useState<readonly number[]>()
  const chosen = rows.filter(selection.isChosen)
  const unchoose = (ids: readonly number[]) =>
    selection.onChoose(
      ids.map((id) => ({ id })),
      false,
    )
  return (
    <>
      {chosen.length > 0 && (
        <SelectionCard count={chosen.length} onClear={selection.clear}>
          <IconButton icon={DoorOpen} onClick={() => setLeaving(chosen.map(({ id }) => id))}>
            Abgang eintragen
          </IconButton>
          <WriteCircularWidget to={{ employeeIds: chosen.map(({ id }) => id) }} />
        </SelectionCard>
      )}
      {leaving && <LeaveManyDialog ids={leaving} onDone={unchoose} onGone={() => setLeaving(undefined)} />}
    </>
  )
}
