import { useEffect, useState } from 'react'
import { focusOrTitle } from './focus-field.ts'

/** Opens after the first render: only then does the kit remember where the focus goes back to. */
export const useOpenState = (isWanted = true) => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(isWanted), [isWanted])
  return [isOpen, setOpen] as const
}

/** Where the focus belongs once a dialog is gone: of an entry of a menu, which goes itself, the button of the menu. */
const findOpener = () => {
  const menu = document.activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return menu ? document.getElementById(menu) : document.activeElement
}

/** Without motion a dialog is gone before the kit has given the focus back; what opened it may be gone, too. */
export const useFocusBack = () => {
  const [opener] = useState(findOpener)
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusOrTitle(opener)
    },
    [opener],
  )
}

/** A dialog that is there only while it is open: closed first, so that the focus returns, then gone (`onGone`). */
export const useOpened = (onGone: () => void) => {
  const [isOpen, setOpen] = useOpenState()
  useFocusBack()
  return { opened: isOpen, onClose: () => setOpen(false), onExitTransitionEnd: onGone }
}
