import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import { useMay } from '#web/api/base-data.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RestrictWidget } from './RestrictWidget.tsx'

interface RestrictButtonWidgetProps extends RestrictedPerson {
  name: string
  /** Beside small buttons. */
  size?: 'compact-md'
  onChanged?: () => void
}

/** On the page of a person: the way to restrict the processing; only for heads. */
export const RestrictButtonWidget = ({ subject, id, name, size, onChanged }: RestrictButtonWidgetProps) => {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('view pupil sensitive') || !may(SUBJECT_PERMISSIONS[subject])) return null
  return (
    <>
      <IconButton
        icon={Lock}
        {...(size && { size })}
        className="sh-screen-only"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Verarbeitung einschränken
      </IconButton>
      {isOpen && <RestrictWidget {...{ subject, id, name }} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </>
  )
}
