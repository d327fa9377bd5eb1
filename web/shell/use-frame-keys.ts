import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { BaseData } from '#contract/account.ts'
import { isOverlayOpen, usePageKeys } from '#web/ui/use-page-keys.ts'
import { openFrameDialog } from './frame-dialogs.ts'
import { goTargets } from './go-targets.ts'

/** After `g` the letter must follow this soon. */
const GO_MS = 1500

/** Strg+K works in fields, too; not while a dialog waits for its answer. */
const usePaletteKey = (isOn: boolean) => {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      if (!isOverlayOpen()) openFrameDialog('palette')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}

/** The frame's shortcuts for who is logged in (ux §2): Strg+K, `?`, and `g` with the letter of a page. */
export const useFrameKeys = (baseData: BaseData | false) => {
  const router = useRouter()
  const stopWaiting = useRef(() => {})
  usePaletteKey(baseData !== false)
  useEffect(() => () => stopWaiting.current(), [])

  const waitForLetter = (signedIn: BaseData) => {
    stopWaiting.current()
    const targets = goTargets(signedIn, (path) => path in router.routesByPath)
    const press = (event: KeyboardEvent) => {
      stop()
      const target = targets.find(({ goKey }) => goKey === event.key)
      if (!target) return
      // A page may have its own use for the letter.
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

  usePageKeys(baseData ? { '?': () => openFrameDialog('shortcuts'), g: () => waitForLetter(baseData) } : {})
}
