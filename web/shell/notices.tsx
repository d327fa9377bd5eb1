import '@mantine/notifications/styles.layer.css'
import { Anchor, Button, Group } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Notifications, notifications } from '@mantine/notifications'
import { type FocusEvent, Fragment, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { focusOrTitle } from '#web/ui/focus-field.ts'
import { isOverlayOpen, takesKeys, usePageKeys } from '#web/ui/use-page-keys.ts'
import { appHistory, currentPath, goTo } from './app-history.ts'
import type { NoticeOptions } from './notice-options.ts'
import classes from './notices.module.css'
import { openOffers, openUndos } from './open-undos.ts'

const NOTIFICATION_MS = 5000 // spec §9

/** Opens what the newest notice offers (ux §2). */
const OFFER_LETTER = 'i'

const COLORS = { info: 'brand', positive: 'green', negative: 'red' } as const

/** Below dialogs (200): what has to be answered first is not covered. */
const BELOW_DIALOGS = 190

interface OpenedDialog {
  id: string
  render: (onGone: () => void) => ReactNode
}

let dialog: OpenedDialog | undefined
const listeners = new Set<() => void>()
const showDialog = (next: OpenedDialog | undefined) => {
  dialog = next
  for (const listener of listeners) listener()
}

/** The dialog that a notice led to, if any: it outlives the notice. */
const openedDialog = {
  get: () => dialog,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  close: () => showDialog(undefined),
}

/** While something is typed the key belongs to the field. */
const undoNewest = (event: KeyboardEvent) => {
  const undo = openUndos.newest()
  if (!undo || takesKeys(event.target) || isOverlayOpen()) return
  event.preventDefault()
  undo.run()
}

export const NoticeArea = () => {
  const opened = useSyncExternalStore(openedDialog.subscribe, openedDialog.get)
  useHotkeys([['mod+Z', undoNewest, { preventDefault: false }]], [])
  usePageKeys({ [OFFER_LETTER]: () => openOffers.newest()?.run() })
  return (
    <>
      <Notifications
        position="bottom-left"
        className={classes.area ?? ''}
        autoClose={NOTIFICATION_MS}
        zIndex={BELOW_DIALOGS}
      />
      {opened && <Fragment key={opened.id}>{opened.render(openedDialog.close)}</Fragment>}
    </>
  )
}

interface NoticeProps {
  message: ReactNode
  options: NoticeOptions
  onLink: () => void
  onUndo: () => void
  onDialog: () => void
}

const Notice = ({ message, options: { undo, link, action, dialog: offer }, ...does }: NoticeProps) => {
  // The notice goes with its press: the focus returns to where it came from.
  const cameFrom = useRef<EventTarget | null>(null)
  const path = useSyncExternalStore(appHistory.subscribe, currentPath)
  // A way on to where one is already says nothing, unless it is all there is.
  const isWayOn = link !== undefined && (link.to !== path || !message)
  const remember = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) cameFrom.current = relatedTarget
  }
  const leaveFor = (go: () => void) => () => {
    focusOrTitle(cameFrom.current)
    go()
  }
  return (
    <Group
      justify="space-between"
      gap="sm"
      className={classes.notice ?? ''}
      data-wraps={offer !== undefined || undefined}
      onFocus={remember}
    >
      {message && <span>{message}</span>}
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
          onClick={leaveFor(does.onDialog)}
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
          onClick={leaveFor(does.onUndo)}
        >
          Rückgängig
        </Button>
      )}
    </Group>
  )
}

/** More of them would cover the page. */
const MOST_NOTICES = 2

let shown: readonly { id: string; isLasting: boolean; about: string | undefined }[] = []

export const hideNotice = (id: string) => {
  notifications.hide(id)
}

/**
 * Makes room for one more: the oldest goes, but none that stays until it is closed. Notices about records go first: when
 * many are decided in a row, their late replies would push away what the last key was answered with.
 */
const makeRoom = () => {
  if (shown.length < MOST_NOTICES) return
  const brief = shown.filter(({ isLasting }) => !isLasting)
  const oldest = brief.find(({ about }) => about !== undefined) ?? brief[0]
  if (oldest) hideNotice(oldest.id)
}

// A counter: crypto.randomUUID exists only behind TLS or on localhost.
let shownNotices = 0

export const showNotice = (message: ReactNode, options: NoticeOptions) => {
  const count = ++shownNotices
  const { about, undo, link, dialog: offer, isLasting, id = `notice-${count}` } = options
  for (const outdated of about ? [...openUndos.outdatedBy(about), ...openOffers.outdatedBy(about)] : [])
    notifications.hide(outdated)
  const close = () => notifications.hide(id)
  const goOn = () => {
    close()
    if (link) goTo(link.to)
  }
  const takeBack = () => {
    close()
    void undo?.()
  }
  const openOffered = () => {
    close()
    if (offer) showDialog({ id, render: offer.render })
  }
  const isShown = shown.some((one) => one.id === id)
  if (!isShown) {
    makeRoom()
    shown = [...shown, { id, isLasting: isLasting === true, about }]
  }
  const forget = () => {
    shown = shown.filter((one) => one.id !== id)
    openUndos.remove(id)
    openOffers.remove(id)
  }
  if (undo) openUndos.add({ id, about, run: takeBack })
  if (offer) openOffers.add({ id, about, run: openOffered })
  notifications.show({
    id,
    // The newest first, also for the keyboard.
    priority: count,
    message: <Notice message={message} options={options} onLink={goOn} onUndo={takeBack} onDialog={openOffered} />,
    color: COLORS[options.type ?? 'positive'],
    ...(isLasting ? { autoClose: false } : {}),
    onClose: forget,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Meldung schließen' },
  })
}
