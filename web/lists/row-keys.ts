import { type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { usePageKeys } from '#web/ui/use-page-keys.ts'

const ARROW_STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
const BOX = 'input[type="checkbox"]'
const ROW = 'tr[data-index]'

/** The part of a row that takes the focus by keys; Enter opens it. */
export const ROW_LINK = 'a[data-row-link]'

/** Space presses the element with the focus, if that can be pressed. */
const isOwnSpace = (key: string, target: EventTarget | null) =>
  key === ' ' && target instanceof Element && target.closest('button, input, label') !== null

/** Keys without modifiers, pressed where nothing else handles them. */
export const isForTheRow = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !isOwnSpace(key, target) &&
  !(
    target instanceof Element &&
    target.closest(
      `input:not([type="checkbox"]), select, textarea, [aria-expanded="true"], [role="menu"], [role="dialog"]`,
    )
  )

export const indexOfRow = (element: Element | null) => {
  const row = element?.closest<HTMLElement>(ROW)
  return row ? Number(row.dataset.index) : -1
}

const focusRow = (row: HTMLElement | null | undefined, isOnBox: boolean) =>
  (row?.querySelector<HTMLElement>(isOnBox ? BOX : ROW_LINK) ?? row)?.focus()

interface WantedRow {
  index: number
  isOnBox: boolean
}

interface KeyedRows {
  count: number
  /** Shift and an arrow on a box: from this row to the next one. */
  onExtend: (from: number, to: number) => void
}

/**
 * j and k work wherever the focus is, ↓ and ↑ within the rows, from box to box or from link to link (ux §2). With Shift
 * the arrows select the rows they pass. A row that is not rendered becomes `wanted` first, so that it gets rendered.
 */
export const useRowKeys = (body: RefObject<HTMLTableSectionElement | null>, { count, onExtend }: KeyedRows) => {
  const [wanted, setWanted] = useState<WantedRow>()
  const rowAt = (index: number) => body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
  useLayoutEffect(() => {
    if (wanted) focusRow(body.current?.querySelector<HTMLElement>(`tr[data-index="${wanted.index}"]`), wanted.isOnBox)
  }, [body, wanted])
  const step = (by: number, isExtending = false) => {
    const focused = document.activeElement
    const here = body.current?.contains(focused) ? indexOfRow(focused) : -1
    const index = Math.max(here + by, 0)
    if (index >= count) return
    const isOnBox = here >= 0 && focused?.matches(BOX) === true
    if (isExtending && isOnBox) onExtend(here, index)
    const row = rowAt(index)
    if (row) focusRow(row, isOnBox)
    else setWanted({ index, isOnBox })
  }
  usePageKeys({ j: () => step(1), k: () => step(-1) })
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ARROW_STEPS[event.key]
    if (!by || !isForTheRow(event)) return
    event.preventDefault()
    step(by, event.shiftKey)
  }
  return { onKeyDown, wanted: wanted?.index }
}
