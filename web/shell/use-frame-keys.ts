import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import { isOverlayOpen, topOverlay, usePageKeys } from '#web/ui/use-page-keys.ts'
import { dialogRequests } from './dialog-requests.ts'
import { goTargets } from './drawer-entries.ts'
import { openFrameDialog } from './frame-dialogs.ts'

/** The letter must follow `g` within this time. */
const GO_MS = 1500

/** Strg or ⌘ with a letter: it also works in fields and overrides the browser's shortcut. */
const useControlKey = (letter: string, isOn: boolean, run: () => void) => {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== letter || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [letter, isOn, run])
}

/** Closes an open menu first; does nothing while a dialog waits for its answer. */
const openPalette = () => {
  const top = topOverlay()
  if (top?.matches('[role="menu"]')) {
    const closing = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    top.dispatchEvent(closing)
    openFrameDialog('palette')
  } else if (!top) openFrameDialog('palette')
}

const SUBMIT = 'button[type="submit"]'

/** The only submit button: in the top dialog, otherwise on the page. */
const onlySubmit = () => {
  const place = topOverlay() ?? document.querySelector('main')
  const buttons = [...(place?.querySelectorAll<HTMLButtonElement>(`form ${SUBMIT}`) ?? [])]
  return buttons.length === 1 ? buttons[0] : undefined
}

/** Strg+S submits the form with the focus, otherwise the only form; a question is answered only by its own buttons. */
const pressSave = () => {
  const own = document.activeElement?.closest('form:not([data-question])')
  // A dialog that was just answered is still fading out: the focus shows that it is over.
  const isAsked = dialogRequests.get().length > 0
  const button = own?.querySelector<HTMLButtonElement>(SUBMIT) ?? (isAsked ? undefined : onlySubmit())
  button?.click()
}

/** The primary action of a page, mostly a new entry (`PageTitle`); false: it has none, and may use the key itself. */
const pressPrimary = () => {
  const primary = document.querySelector<HTMLElement>('main [data-primary]')
  primary?.click()
  return primary !== null
}

/** F1 follows the question mark of the top bar. An open dialog stays: the help gets a tab of its own. */
const useHelpKey = () => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const link = document.querySelector<HTMLAnchorElement>('a[data-help]')
      if (event.key !== 'F1' || !link) return
      event.preventDefault()
      if (isOverlayOpen()) window.open(link.href, '_blank', 'noopener')
      else link.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The frame's shortcuts for signed-in users (ux §2): Strg+K, Strg+S, F1, `?`, `n`, and `g` with the letter of a page. */
export const useFrameKeys = (baseData: BaseData | false) => {
  const router = useRouter()
  const stopWaiting = useRef(() => {})
  useControlKey('k', baseData !== false, openPalette)
  useControlKey('s', baseData !== false, pressSave)
  useHelpKey()
  useEffect(() => () => stopWaiting.current(), [])

  const waitForLetter = (signedIn: BaseData) => {
    stopWaiting.current()
    const targets = goTargets(signedIn, (path) => path in router.routesByPath)
    const press = (event: KeyboardEvent) => {
      stop()
      const target = targets.find(({ goKey }) => goKey === event.key)
      if (!target) return
      // A page may use the letter itself.
      event.preventDefault()
      event.stopPropagation()
      void router.navigate({ to: target.to })
    }
    const timer = setTimeout(() => stop(), GO_MS)
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('keydown', press, { capture: true })
    }
    stopWaiting.current = stop
    document.addEventListener('keydown', press, { capture: true })
  }

  const help = () => openFrameDialog('shortcuts')
  usePageKeys(baseData ? { '?': help, n: pressPrimary, g: () => waitForLetter(baseData) } : {})
}
