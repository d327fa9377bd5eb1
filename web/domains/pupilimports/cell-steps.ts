import type { ImportField } from '#contract/pupilimports/pupilimports.columns.ts'

/** Ways between the cells of the table of rows: buttons, and the input of the one that is being typed in. */

const CELL = '[data-import-cell]'

export const cellId = (line: number, field: ImportField) => `zelle-${line}-${field}`

/** Brings a cell into sight, however far to the right it stands. */
export const goToCell = (line: number, field: ImportField) => {
  const cell = document.getElementById(cellId(line, field))
  cell?.scrollIntoView({ block: 'nearest', inline: 'center' })
  cell?.focus({ preventScroll: true })
}

const cellsOf = (row: Element | null) => [...(row?.querySelectorAll<HTMLElement>(CELL) ?? [])]

const besideIt = (element: Element, by: number) => {
  const place = element.closest('[data-import-place]')
  const cells = cellsOf(element.closest('tr, li'))
  const at = cells.findIndex((cell) => cell.closest('[data-import-place]') === place)
  return at < 0 ? undefined : cells[at + by]
}

const aboveOrBelow = (element: HTMLElement, by: number) => {
  const row = element.closest('tr')
  const other = by > 0 ? row?.nextElementSibling : row?.previousElementSibling
  return cellsOf(other ?? null)[cellsOf(row).indexOf(element)]
}

/** The cell after or before the one with this element in it, in the same row. */
export const nextCell = (element: HTMLElement, isBack: boolean) => besideIt(element, isBack ? -1 : 1)

const ARROWS: Record<string, (element: HTMLElement) => HTMLElement | undefined> = {
  ArrowRight: (element) => besideIt(element, 1),
  ArrowLeft: (element) => besideIt(element, -1),
  ArrowDown: (element) => aboveOrBelow(element, 1),
  ArrowUp: (element) => aboveOrBelow(element, -1),
}

/** Where an arrow key leads from a cell; undefined for other keys and at the edge. */
export const cellByArrow = (key: string, element: HTMLElement) => ARROWS[key]?.(element)
