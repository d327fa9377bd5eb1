import { useEffect, useState } from 'react'

/** Opens after the first render: only then does the kit remember where the focus goes back to. */
export const useOpenState = (isWanted = true) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(isWanted), [isWanted])
  return [isOpen, setOpen] as const
}

/** A dialog that is there only while it is open: closed first, so that the focus returns, then gone (`onGone`). */
export const useOpened = (onGone: () => void) => {
  const [isOpen, setOpen] = useOpenState()
  return { opened: isOpen, onClose: () => setOpen(false), onExitTransitionEnd: onGone }
}
