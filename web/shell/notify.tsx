import '@mantine/notifications/styles.layer.css'
import { useHotkeys } from '@mantine/hooks'
import { Notifications, notifications } from '@mantine/notifications'
import { Fragment, type ReactNode } from 'react'
import { createStore, useStored } from '#web/ui/store.ts'
import { isOverlayOpen, takesKeys, usePageKeys } from '#web/ui/use-page-keys.ts'
import { goTo } from './app-history.ts'
import { leaveNotice, NoticeCard, noticeFocus, OFFER_LETTER, useNoticeKey } from './NoticeCard.tsx'
import type { NoticeOptions } from './notice-options.ts'
import classes from './notices.module.css'

interface OpenAction {
  id: string
  /** The record of the action, e.g. `registration 12`; undefined when it has none. */
  about: string | undefined
  run: () => void
}

const openActions = () => {
  let actions: readonly OpenAction[] = []
  return {
    add: (action: OpenAction) => {
      actions = [...actions, action]
    },
    /** The notice was removed. */
    remove: (id: string) => {
      actions = actions.filter((action) => action.id !== id)
    },
    newest: () => actions.at(-1),
    /** Ids of the notices whose action is outdated once this record has changed again. */
    outdatedBy: (about: string) => actions.filter((action) => action.about === about).map(({ id }) => id),
  }
}

/** The undo actions of visible notices; the key undoes the newest. */
export const openUndos = openActions()

/** The dialogs that visible notices offer, in the same way; each with the letter that opens it. */
const openOffers = openActions()

const NOTIFICATION_MS = 5000 // spec §9

const COLORS = { info: 'brand', positive: 'green', negative: 'red' } as const

/** Below dialogs (200): what has to be answered first is not covered. */
const BELOW_DIALOGS = 190

interface OpenedDialog {
  id: string
  render: (onGone: () => void) => ReactNode
}

/** The dialog that a notice led to, if any: it outlives the notice. */
const openedDialog = createStore<OpenedDialog | undefined>(undefined)
const closeDialog = () => openedDialog.set(undefined)

/** While something is typed the key belongs to the field. */
const undoNewest = (event: KeyboardEvent) => {
  const undo = openUndos.newest()
  if (!undo || takesKeys(event.target) || isOverlayOpen()) return
  event.preventDefault()
  undo.run()
}

/** Where notices appear. */
export const NoticeHost = () => {
  const opened = useStored(openedDialog)
  useHotkeys([['mod+Z', undoNewest, { preventDefault: false }]], [])
  usePageKeys({ [OFFER_LETTER]: () => openOffers.newest()?.run() })
  useNoticeKey(newestId)
  return (
    <>
      <Notifications
        position="bottom-right"
        className={`sh-screen-only ${classes.area}`}
        // The kit would also hold a notice that appears under a resting pointer, and none that has the focus.
        autoClose={false}
        zIndex={BELOW_DIALOGS}
      />
      {opened && <Fragment key={opened.id}>{opened.render(closeDialog)}</Fragment>}
    </>
  )
}

/** More of them would cover the page; on a phone already the second covers what is pressed next. */
const mostNotices = () => (window.matchMedia('(max-width: 37.49em)').matches ? 1 : 2)

let shown: readonly { id: string; isLasting: boolean; about: string | undefined }[] = []
const newestId = () => shown.at(-1)?.id

/** Whether somebody is at a notice with pointer or keyboard: then none goes by itself (WCAG 2.2.1). */
let isPaused = false
const endings = new Map<string, ReturnType<typeof setTimeout>>()

const forgetEnding = (id: string) => {
  clearTimeout(endings.get(id))
  endings.delete(id)
}

/** Gives a notice its time, anew if it had some; while they are paused none has an end. */
const setEnding = ({ id, isLasting }: { id: string; isLasting: boolean }) => {
  forgetEnding(id)
  if (!isLasting && !isPaused)
    endings.set(
      id,
      setTimeout(() => hideNotice(id), NOTIFICATION_MS),
    )
}

const pause = (next: boolean) => {
  if (isPaused === next) return
  isPaused = next
  for (const one of shown) setEnding(one)
}

/** Takes a notice away that has nothing to say any more. */
export const hideNotice = (id: string) => {
  notifications.hide(id)
}

/**
 * Makes room for one more: the oldest goes, but none that stays until it is closed. Notices about records go first: when
 * many are decided in a row, their late replies would push away what the last key was answered with.
 */
const makeRoom = () => {
  if (shown.length < mostNotices()) return
  const brief = shown.filter(({ isLasting }) => !isLasting)
  const oldest = brief.find(({ about }) => about !== undefined) ?? brief[0]
  if (oldest) hideNotice(oldest.id)
}

// A counter: crypto.randomUUID exists only behind TLS or on localhost.
let shownNotices = 0

/** A short notice for 5 s; it stays while the pointer or the focus is on it (WCAG 2.2.1). */
export const notify = (message: ReactNode, options: NoticeOptions = {}) => {
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
    if (offer) openedDialog.set({ id, render: offer.render })
  }
  const isShown = shown.some((one) => one.id === id)
  if (!isShown) {
    makeRoom()
    shown = [...shown, { id, isLasting: isLasting === true, about }]
  }
  const forget = () => {
    shown = shown.filter((one) => one.id !== id)
    forgetEnding(id)
    leaveNotice(id, pause)
    openUndos.remove(id)
    openOffers.remove(id)
  }
  if (undo) openUndos.add({ id, about, run: takeBack })
  if (offer) openOffers.add({ id, about, run: openOffered })
  notifications.show({
    id,
    // The newest first, also for the keyboard.
    priority: count,
    message: <NoticeCard message={message} options={options} onLink={goOn} onUndo={takeBack} onDialog={openOffered} />,
    color: COLORS[options.type ?? 'positive'],
    mod: { notice: true, lasting: isLasting === true },
    ...noticeFocus(pause),
    onClose: forget,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': 'Meldung schließen' },
  })
  setEnding({ id, isLasting: isLasting === true })
}
