import { useEffect, useRef } from 'react'
import { areSingleKeysOn } from './single-keys.ts'

/** Open, they have the keys for themselves. */
const OVERLAYS = '[role="menu"], [role="dialog"], dialog[open]'
const TAKES_KEYS = `input, select, textarea, [contenteditable="true"], ${OVERLAYS}`

/** The newest one stands last. */
export const topOverlay = () => [...document.querySelectorAll(OVERLAYS)].at(-1)

export const isOverlayOpen = () => topOverlay() !== undefined

/** Single keys of a page (ux §2): not while typing, in a menu or while a dialog waits, and not for who has switched them off. */
export const usePageKeys = (keys: Record<string, () => void>) => {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      const run = latest.current[key]
      if (!run || ctrlKey || metaKey || altKey || defaultPrevented || !areSingleKeysOn()) return
      const isTaken = target instanceof Element && target.closest(TAKES_KEYS)
      if (isTaken || isOverlayOpen()) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
