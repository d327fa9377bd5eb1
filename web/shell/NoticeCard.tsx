import { Anchor, Button } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import { appHistory, currentPath } from './app-history.ts'
import { NOTICE_KEY } from './notice-focus.ts'
import type { NoticeOptions } from './notice-options.ts'
import classes from './notices.module.css'

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
