import { Alert } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Both changes of a conflict stand in the form now: says that nothing is saved yet, and takes the focus from the button that is gone. */
export const BothTakenCard = () => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <Alert ref={box} tabIndex={-1} color="yellow" role="status">
      Noch nicht gespeichert: bitte prüfen und speichern.
    </Alert>
  )
}
