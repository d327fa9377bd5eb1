import { type FocusEvent, type KeyboardEvent, useEffect } from 'react'
import { focusOrTitle } from '#web/ui/focus-field.ts'
import { isOverlayOpen } from '#web/ui/use-page-keys.ts'

/** The key that leads to the newest notice and back. It is no letter, so it works in fields as well. */
export const NOTICE_KEY = 'F8'

const isInNotice = (target: EventTarget | null) => target instanceof Element && target.closest('[data-notice]') !== null

/** The element that had the focus before the notice. */
let cameFrom: EventTarget | null = null

/** True for a pointer that was moved onto a notice, not for one that rested where the notice appeared. */
let hasPointer = false
let hasFocus = false

const goBack = () => focusOrTitle(cameFrom)

/** The notice is removed, and the pointer on it no longer counts: the focus returns to where it was. */
export const leaveNotice = (id: string, pause: (isPaused: boolean) => void) => {
  const notice = document.getElementById(id)
  if (notice?.contains(document.activeElement)) goBack()
  // There is no `mouseleave`, because the notice is removed from under the pointer.
  hasPointer = false
  pause(hasFocus)
}

/** Handlers for a notice: remember where the focus came from, stop the time meanwhile, and leave by Escape. */
export const noticeFocus = (pause: (isPaused: boolean) => void) => ({
  onMouseMove: () => {
    hasPointer = true
    pause(true)
  },
  onMouseLeave: () => {
    hasPointer = false
    pause(hasFocus)
  },
  onFocusCapture: ({ relatedTarget }: FocusEvent) => {
    if (!isInNotice(relatedTarget)) cameFrom = relatedTarget
    hasFocus = true
    pause(true)
  },
  onBlurCapture: ({ relatedTarget }: FocusEvent) => {
    if (isInNotice(relatedTarget)) return
    hasFocus = false
    pause(hasPointer)
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    goBack()
  },
})

/** Binds the key to the newest notice; without one the key does what the browser does. A dialog comes first. */
export const useNoticeKey = (newestId: () => string | undefined) => {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key !== NOTICE_KEY || ctrlKey || metaKey || altKey || shiftKey || isOverlayOpen()) return
      const notice = document.getElementById(newestId() ?? '')
      if (!notice) return
      event.preventDefault()
      if (isInNotice(document.activeElement)) goBack()
      else notice.querySelector<HTMLElement>('button')?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [newestId])
}
