import { ActionIcon, Button } from '@mantine/core'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import look from './FilterPressField.module.css'
import classes from './list-tools.module.css'

interface FilterPressFieldProps {
  text: string
  onOpen: () => void
  onRemove: () => void
}

/** A filter that has a dialog of its own: the chip says what it leaves, opens the dialog, and is taken away beside it. */
export const FilterPressField = ({ text, onOpen, onRemove }: FilterPressFieldProps) => {
  const wasRemoved = useRef(false)
  // The chip takes the focus with it.
  useEffect(
    () => () => {
      if (wasRemoved.current) focusTitleIfLost()
    },
    [],
  )
  return (
    <span className={`sh-inline sh-shrinks ${classes.filter} ${look.whole}`} data-removable>
      <Button
        variant="default"
        className={`sh-chosen sh-shrinks ${classes.chip} ${look.text}`}
        data-on
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        {text}
      </Button>
      <ActionIcon
        className={`${classes.remove} ${look.away}`}
        aria-label={`Filter „${text}“ entfernen`}
        onClick={() => {
          wasRemoved.current = true
          onRemove()
        }}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </span>
  )
}
