import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo, type Ref } from 'react'
import { linkTarget } from '#web/ui/link-target.ts'
import { areSingleKeysOn } from '#web/ui/single-keys.ts'
import classes from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { RowCheckField } from './RowCheckField.tsx'
import { isForTheRow } from './row-keys.ts'

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
