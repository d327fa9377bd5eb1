import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo, type Ref, type RefObject, useLayoutEffect, useState } from 'react'
import { linkTarget } from '#web/ui/link-target.ts'
import { areSingleKeysOn } from '#web/ui/single-keys.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import classes from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { RowCheckField } from './RowCheckField.tsx'

const ARROW_STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
const BOX = 'input[type="checkbox"]'
const ROW = 'tr[data-index]'

/** The part of a row that takes the focus by keys; Enter opens it. */
const ROW_LINK = 'a[data-row-link]'

/** Space presses the element with the focus, if that can be pressed. */
const isOwnSpace = (key: string, target: EventTarget | null) =>
  key === ' ' && target instanceof Element && target.closest('button, input, label') !== null

/** Keys without modifiers, pressed where nothing else handles them. */
const isForTheRow = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
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
export const useRowKeys = (table: RefObject<HTMLTableElement | null>, { count, onExtend }: KeyedRows) => {
  const [wanted, setWanted] = useState<WantedRow>()
  const rowAt = (index: number) => table.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
  useLayoutEffect(() => {
    if (wanted) focusRow(table.current?.querySelector<HTMLElement>(`tr[data-index="${wanted.index}"]`), wanted.isOnBox)
  }, [table, wanted])
  const step = (by: number, isExtending = false) => {
    const focused = document.activeElement
    const here = table.current?.contains(focused) ? indexOfRow(focused) : -1
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

/** A press anywhere in a row opens it like its link; with Ctrl, ⌘ or the middle button in a new tab. */
const openRow = (event: MouseEvent<HTMLTableRowElement>) => {
  const isOnControl =
    event.target instanceof Element && event.target.closest('a, button, input, select, label, [role="menu"]')
  if (isOnControl || window.getSelection()?.toString()) return
  const link = event.currentTarget.querySelector('a')
  if (!link) return
  if (event.ctrlKey || event.metaKey || event.button === 1) window.open(link.href, '_blank', 'noopener')
  else if (event.button === 0) link.click()
}

export type RowProps<T> = Pick<
  DataTableProps<T>,
  'columns' | 'rowLink' | 'rowActions' | 'onRowKey' | 'selection' | 'onRowDrag'
> & {
  /** Selects the row or removes it from the selection; with Shift all rows since the last press. */
  onToggle?: ((row: T, isRange: boolean) => void) | undefined
}

const CHOOSE_KEY = 'x'

interface TableRowProps<T> extends RowProps<T> {
  row: T
  index: number
  /** When only some rows are rendered: its number in the whole table, counting the head as the first. */
  rowNumber?: number
  measure?: Ref<HTMLTableRowElement>
}

const PlainRow = <T,>(props: TableRowProps<T>) => {
  const { row, index, rowNumber, measure, columns, rowLink, rowActions, onRowKey, selection, onToggle, onRowDrag } =
    props
  const press = (event: KeyboardEvent) => {
    if (!isForTheRow(event) || !areSingleKeysOn()) return
    const isChoice = selection !== undefined && event.key.toLowerCase() === CHOOSE_KEY
    if (isChoice) onToggle?.(row, event.shiftKey)
    if (isChoice || onRowKey?.(row, event.key)) event.preventDefault()
  }
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={rowNumber}
      {...(rowLink ? { onClick: openRow, onAuxClick: openRow } : { tabIndex: -1 })}
      onKeyDown={press}
      {...(onRowDrag && { draggable: true, onDragStart: (event) => onRowDrag(row, event) })}
      data-opens={rowLink !== undefined}
      data-chosen={selection?.isChosen(row)}
    >
      {columns.map((column, at) => {
        const content = column.render(row)
        if (at > 0) {
          return (
            <td key={column.key} data-align={column.align}>
              {content}
            </td>
          )
        }
        return (
          <th key={column.key} scope="row" data-align={column.align}>
            {selection && (
              <RowCheckField row={row} selection={selection} onToggle={(isRange) => onToggle?.(row, isRange)} />
            )}
            {rowLink ? (
              <Link {...linkTarget(rowLink(row))} className={classes.rowLink ?? ''} data-row-link>
                {content}
              </Link>
            ) : (
              content
            )}
          </th>
        )
      })}
      {rowActions && <td className={classes.actions}>{rowActions(row)}</td>}
    </tr>
  )
}

/**
 * Rendered again only when something of it changes, so that scrolling through thousands does not touch visible rows.
 */
export const TableRow = memo(PlainRow) as typeof PlainRow
