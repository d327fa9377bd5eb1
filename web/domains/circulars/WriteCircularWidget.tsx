import { useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import type { FieldValues } from '#web/forms/fields.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { circularDraft, type Draft } from './circular-draft.ts'
import { valuesForStaff } from './circular-fields.ts'
import { hasText, readersOf } from './circular-values.ts'
import { useCircularDraft } from './use-circular-draft.ts'
import { type ChosenWaiting, valuesForWaiting } from './waiting-choices.ts'

interface WriteCircularProps {
  /** People of the list of staff, or children on a waiting list. */
  to: { employeeIds: readonly number[] } | ChosenWaiting
}

/** What was chosen here, with the text and the files of a draft that somebody has begun to write. */
const draftFor = (owner: string, values: FieldValues): Draft => {
  const draft = circularDraft.read(owner)
  return draft && (hasText(draft.values) || draft.attachments.length > 0)
    ? { ...draft, values: { ...draft.values, ...readersOf(values) }, audience: '', isRedirected: true }
    : { owner, values, attachments: [], audience: '', isNew: true }
}

/** Begins a mail to these people. The text of a draft is never lost: it then goes to them. */
export const WriteCircularWidget = ({ to }: WriteCircularProps) => {
  const { owner } = useCircularDraft()
  const navigate = useNavigate()
  const write = () => {
    const values = 'employeeIds' in to ? valuesForStaff(to.employeeIds) : valuesForWaiting(to)
    circularDraft.write(draftFor(owner, values))
    void navigate({ to: paths.newCircular })
  }
  return (
    <IconButton icon={Mail} onClick={write}>
      Rundmail schreiben
    </IconButton>
  )
}
