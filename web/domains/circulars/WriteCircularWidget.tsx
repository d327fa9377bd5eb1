import { useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { circularDraft } from './circular-draft.ts'
import { valuesForStaff } from './circular-fields.ts'
import { useCircularDraft } from './use-circular-draft.ts'
import { type ChosenWaiting, valuesForWaiting } from './waiting-choices.ts'

interface WriteCircularProps {
  /** People of the list of staff, or children on a waiting list. */
  to: { employeeIds: readonly number[] } | ChosenWaiting
}

/** Begins a mail to these people. A draft that is there is never lost: then it is opened first. */
export const WriteCircularWidget = ({ to }: WriteCircularProps) => {
  const { owner } = useCircularDraft()
  const navigate = useNavigate()
  const write = () => {
    const values = 'employeeIds' in to ? valuesForStaff(to.employeeIds) : valuesForWaiting(to)
    if (!circularDraft.read(owner)) circularDraft.write({ owner, values, attachments: [], audience: '', isNew: true })
    void navigate({ to: paths.newCircular })
  }
  return (
    <IconButton icon={Mail} onClick={write}>
      Rundmail schreiben
    </IconButton>
  )
}
