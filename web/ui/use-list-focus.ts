import { useLayoutEffect, useRef } from 'react'

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll(':is(tbody tr, li):not([data-group])')]

/**
 * When the row with the focus leaves the list (deleted, or it no longer fits the filter), the next one takes the focus.
 * A row that only moved keeps it, because new rows may arrive before a dialog has returned the focus.
 */
export const useListFocus = <E extends HTMLElement>(rows: unknown) => {
  const list = useRef<E>(null)
  const lastRow = useRef(-1)
  const lastFocused = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what may have taken the focus away
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const isLost = document.activeElement === document.body && lastRow.current >= 0
    if (isLost) {
      const left = rowsOf(element)
      const next = left[Math.min(lastRow.current, left.length - 1)]
      const still = element.contains(lastFocused.current) ? (lastFocused.current as HTMLElement) : undefined
      const target = still ?? next?.querySelector<HTMLElement>('a[data-row-link], button')
      target?.focus({ preventScroll: true })
    }
    const remember = () => {
      lastFocused.current = document.activeElement
      lastRow.current = rowsOf(element).findIndex((row) => row.contains(document.activeElement))
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [rows])
  return list
}
