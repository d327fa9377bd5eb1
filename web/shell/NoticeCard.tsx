import { Anchor, Button } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { focusOrTitle } from '#web/ui/focus-field.ts'
import { isOverlayOpen } from '#web/ui/use-page-keys.ts'
import { appHistory, currentPath } from './app-history.ts'
import type { NoticeOptions } from './notice-options.ts'
import classes from './notices.module.css'

/** The key that leads to the newest notice and back. It is no letter, so it works in fields as well. */
const NOTICE_KEY = 'F8'

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

/** The key that opens the dialog of the newest notice (ux §2). */
export const OFFER_LETTER = 'i'

interface NoticeCardProps {
  message: ReactNode
  options: NoticeOptions
  onLink: () => void
  onUndo: () => void
  onDialog: () => void
}

/** The text and the buttons of a notice; on a phone the buttons stand below the text. */
export const NoticeCard = ({ message, options, ...does }: NoticeCardProps) => {
  const { undo, undoText = 'Rückgängig', link, action, dialog: offer } = options
  const path = useSyncExternalStore(appHistory.subscribe, currentPath)
  // A link to the present page is left out, unless the notice has no text.
  const isWayOn = link !== undefined && (link.to !== path || !message)
  const hasButtons = isWayOn || action !== undefined || offer !== undefined || undo !== undefined
  return (
    <div className={`sh-row sh-gap-3 sh-rows-2 ${classes.notice}`}>
      {message && <span className={classes.message}>{message}</span>}
      {hasButtons && (
        <span className="sh-visually-hidden">{`Mit ${NOTICE_KEY} zu den Schaltflächen dieser Meldung.`}</span>
      )}
      {isWayOn && (
        <Anchor component="button" type="button" onClick={does.onLink}>
          {link.text}
        </Anchor>
      )}
      {action && (
        <Button size="compact-sm" onClick={action.run}>
          {action.text}
        </Button>
      )}
      {offer && (
        <Button
          size="compact-sm"
          variant="default"
          title={OFFER_LETTER.toUpperCase()}
          aria-keyshortcuts={OFFER_LETTER}
          aria-haspopup="dialog"
          onClick={does.onDialog}
        >
          {offer.text}
        </Button>
      )}
      {undo && (
        <Button
          size="compact-sm"
          variant="default"
          title="Strg + Z"
          aria-keyshortcuts="Control+Z"
          onClick={does.onUndo}
        >
          {undoText}
        </Button>
      )}
    </div>
  )
}
