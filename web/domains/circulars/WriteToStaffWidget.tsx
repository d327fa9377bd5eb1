import { useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { circularDraft } from './circular-draft.ts'
import { valuesForStaff } from './circular-fields.ts'
import { useCircularDraft } from './use-circular-draft.ts'

/** Begins a mail to these people. A draft that is there is never lost: then it is opened first. */
export const WriteToStaffWidget = ({ ids }: { ids: readonly number[] }) => {
  const { owner } = useCircularDraft()
  const navigate = useNavigate()
  const write = () => {
    if (!circularDraft.read(owner))
      circularDraft.write({ owner, values: valuesForStaff(ids), attachments: [], audience: '' })
    void navigate({ to: paths.newCircular })
  }
  return (
    <IconButton icon={Mail} onClick={write}>
      Rundmail schreiben
    </IconButton>
  )
}
