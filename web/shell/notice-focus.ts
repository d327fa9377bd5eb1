import { type FocusEvent, type KeyboardEvent, useEffect } from 'react'
import { focusOrTitle } from '#web/ui/focus-field.ts'
import { isOverlayOpen } from '#web/ui/use-page-keys.ts'

/** Leads to the newest notice from anywhere, and back. No letter: it works in fields, too, and cannot be typed. */
export const NOTICE_KEY = 'F8'

const isInNotice = (target: EventTarget | null) => target instanceof Element && target.closest('[data-notice]') !== null

/** Where the focus was before it came to a notice. */
let cameFrom: EventTarget | null = null

/** A pointer that was moved onto a notice, not one that rested where the notice appeared. */
let hasPointer = false
let hasFocus = false

const goBack = () => focusOrTitle(cameFrom)

/** A notice goes, and with it the pointer that was on it: a focus in it returns to where it was. */
export const leaveNotice = (id: string, pause: (isPaused: boolean) => void) => {
  const notice = document.getElementById(id)
  if (notice?.contains(document.activeElement)) goBack()
  // It gets no `mouseleave`, because it is taken away from under the pointer.
  hasPointer = false
  pause(hasFocus)
}

/** For the element of a notice: remembers where the focus comes from, stops the time meanwhile, and leaves by Escape. */
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

/** The key to the newest notice; without one the key stays the browser's. A dialog is answered first. */
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
