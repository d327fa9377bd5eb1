import { useLayoutEffect, useRef } from 'react'
import { areSingleKeysOn } from './single-keys.ts'

/** While they are open, keys belong to them. */
const OVERLAYS = '[role="menu"], [role="dialog"], dialog[open]'
/** A checkbox only uses the space bar. */
const TYPED = 'input:not([type="checkbox"]), select, textarea'
const TAKES_KEYS = `${TYPED}, [contenteditable="true"], ${OVERLAYS}`

/** The newest overlay, which is the last one. */
export const topOverlay = () => [...document.querySelectorAll(OVERLAYS)].at(-1)

/** Elements in which keys are typed or have another meaning. */
export const takesKeys = (target: EventTarget | null) =>
  target instanceof Element && target.closest(TAKES_KEYS) !== null

export const isOverlayOpen = () => topOverlay() !== undefined

/**
 * Single keys of a page (ux §2): not while typing, in a menu or while a dialog waits, and not when the user has
 * switched them off. A key whose function answers false was not used: it is for whoever listens next.
 */
export const usePageKeys = (keys: Record<string, () => unknown>) => {
  const latest = useRef(keys)
  // An ordinary effect may run after the page is painted: a key pressed in between would be lost, or act on what was
  // shown before.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      const run = latest.current[key]
      if (!run || ctrlKey || metaKey || altKey || defaultPrevented || !areSingleKeysOn()) return
      if (takesKeys(target) || isOverlayOpen()) return
      if (run() !== false) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
