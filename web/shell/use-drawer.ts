import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

/** The left drawer: a column from 1024 px, open by default (spec §3) and remembered; below that an overlay, closed at first. */
export const useDrawer = () => {
  const isColumn = useMediaQuery('(min-width: 64em)', undefined, { getInitialValueInEffect: false })
  const [isColumnOpen, setColumnOpen] = useLocalStorage({
    key: 'schulhof-drawer',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const [isOverlayOpen, setOverlayOpen] = useState(false)
  return {
    isColumn,
    isOpen: isColumn ? isColumnOpen : isOverlayOpen,
    toggle: () => (isColumn ? setColumnOpen((open) => !open) : setOverlayOpen((open) => !open)),
    closeOverlay: () => setOverlayOpen(false),
  }
}
