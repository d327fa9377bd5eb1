import { Button } from '@mantine/core'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import classes from './list-tools.module.css'

/** A filter that was set elsewhere: says what it leaves and is taken away by a press. */
export const FilterChipField = ({ text, onRemove }: { text: string; onRemove: () => void }) => {
  const wasPressed = useRef(false)
  // The chip takes the focus with it.
  useEffect(
    () => () => {
      if (wasPressed.current) focusTitleIfLost()
    },
    [],
  )
  return (
    <Button
      variant="default"
      className={classes.givenChip ?? ''}
      aria-label={`Filter entfernen: ${text}`}
      rightSection={<X size={16} aria-hidden />}
      onClick={() => {
        wasPressed.current = true
        onRemove()
      }}
    >
      {text}
    </Button>
  )
}
