import { useLayoutEffect, useRef } from 'react'

const focusedRow = (list: HTMLElement) =>
  [...list.querySelectorAll('tbody tr, li')].findIndex((row) => row.contains(document.activeElement))

/** When the row with the focus leaves the list (its status no longer fits the filter), the next one takes the focus. */
export const useKeptFocus = <E extends HTMLElement>(rows: unknown) => {
  const list = useRef<E>(null)
  const lastRow = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what may have taken the focus away
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const isLost = document.activeElement === document.body && lastRow.current >= 0
    if (isLost) {
      const links = [...element.querySelectorAll<HTMLElement>('a[data-row-link]')]
      links[Math.min(lastRow.current, links.length - 1)]?.focus({ preventScroll: true })
    }
    const remember = () => {
      lastRow.current = focusedRow(element)
    }
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [rows])
  return list
}
