import { useEffect, useState } from 'react'

/** A dialog that is there only while it is open: closed first, so that the focus returns, then gone (`onGone`). */
export const useOpened = (onGone: () => void) => {
  // Opened after the first render: only then does the kit remember where the focus goes back to.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  return { opened: isOpen, onClose: () => setOpen(false), onExitTransitionEnd: onGone }
}
