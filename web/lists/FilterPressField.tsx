import { ActionIcon, Button } from '@mantine/core'
import { X } from 'lucide-react'
import classes from './list-tools.module.css'

interface FilterPressFieldProps {
  label: string
  text: string
  onOpen: () => void
  onRemove: () => void
}

/** A filter that has a dialog of its own: the chip says what it leaves, opens the dialog, and is taken away beside it. */
export const FilterPressField = ({ label, text, onOpen, onRemove }: FilterPressFieldProps) => (
  <span className={`sh-inline sh-shrinks ${classes.filter}`} data-shrinks data-removable>
    <Button
      variant="default"
      className={`sh-chosen sh-shrinks ${classes.chip}`}
      data-on
      maw={420}
      title={`${label}: ${text}`}
      onClick={onOpen}
    >
      {`${label}: ${text}`}
    </Button>
    <ActionIcon className={classes.remove ?? ''} aria-label={`Filter „${label}“ entfernen`} onClick={onRemove}>
      <X size={16} aria-hidden />
    </ActionIcon>
  </span>
)
