import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import classes from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { linkTarget } from './link-target.ts'
import { AllRowsCheckField, RowCheckField } from './RowCheckField.tsx'
import { areSingleKeysOn } from './single-keys.ts'
import type { TableColumn } from './table-columns.ts'
import type { RowsState } from './table-state.ts'
import { usePageKeys } from './use-page-keys.ts'

const SKELETON_ROWS = 8

const orderOf = (state: RowsState, sortKey: string) => {
  if (state.sort === sortKey) return 'ascending' as const
  return state.sort === `-${sortKey}` ? ('descending' as const) : ('none' as const)
}

const ORDER_ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

interface HeadCellProps<T> {
  column: TableColumn<T>
  state: RowsState
  /** The box for all rows, in the first cell. */
  before?: ReactNode
}

const HeadCell = <T,>({ column, state, before }: HeadCellProps<T>) => {
  const { sortKey, title, align, width } = column
  const style = width ? { width } : undefined
  if (!sortKey) {
    return (
      <th scope="col" data-align={align} style={style}>
        {before}
        {title}
      </th>
    )
  }
  const order = orderOf(state, sortKey)
  const Icon = ORDER_ICONS[order]
  return (
    <th scope="col" data-align={align} style={style} aria-sort={order}>
      {before}
      <button type="button" className={classes.sort} data-order={order} onClick={() => state.toggleSort(sortKey)}>
        {title}
        <Icon size={16} aria-hidden />
      </button>
    </th>
  )
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

const ARROW_STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Keys without Ctrl and the like, pressed where nothing else takes them. */
const isForTheRow = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), select, textarea, [aria-expanded="true"], [role="menu"], [role="dialog"]',
    )
  )

/** From row to row, from elsewhere to the first, from box to box; Enter opens where the row has a link, because the link takes the focus. */
const stepThroughRows = (body: HTMLTableSectionElement | null, step: number) => {
  const rows = [...(body?.rows ?? [])]
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[Math.max(here + step, 0)]
  const isOnBox = here >= 0 && document.activeElement?.matches('input[type="checkbox"]') === true
  const target = row?.querySelector<HTMLElement>(isOnBox ? 'input[type="checkbox"]' : 'a[data-row-link]') ?? row
  target?.focus()
}

/** j and k work wherever the focus is, ↓ and ↑ within the rows (ux §2). */
const useRowKeys = () => {
  const body = useRef<HTMLTableSectionElement>(null)
  usePageKeys({ j: () => stepThroughRows(body.current, 1), k: () => stepThroughRows(body.current, -1) })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROW_STEPS[event.key]
    if (!step || !isForTheRow(event)) return
    event.preventDefault()
    stepThroughRows(body.current, step)
  }
  return { ref: body, onKeyDown }
}

type RowProps<T> = Pick<
  DataTableProps<T>,
  'columns' | 'rowLink' | 'rowActions' | 'onRowKey' | 'selection' | 'onRowDrag'
> & { row: T }

const Row = <T,>({ row, columns, rowLink, rowActions, onRowKey, selection, onRowDrag }: RowProps<T>) => (
  <tr
    {...(rowLink ? { onClick: openRow, onAuxClick: openRow } : { tabIndex: -1 })}
    onKeyDown={(event) =>
      isForTheRow(event) && areSingleKeysOn() && onRowKey?.(row, event.key) && event.preventDefault()
    }
    {...(onRowDrag && { draggable: true, onDragStart: (event) => onRowDrag(row, event) })}
    data-opens={rowLink !== undefined}
    data-chosen={selection?.isChosen(row)}
  >
    {columns.map((column, index) => {
      const content = column.render(row)
      if (index > 0) {
        return (
          <td key={column.key} data-align={column.align}>
            {content}
          </td>
        )
      }
      return (
        <th key={column.key} scope="row" data-align={column.align}>
          {selection && <RowCheckField row={row} selection={selection} />}
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

const SkeletonRow = ({ cells }: { cells: number }) => (
  <tr>
    {Array.from({ length: cells }, (_, cell) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <td key={cell}>
        <Skeleton height={14} width={cell === 0 ? '80%' : '60%'} />
      </td>
    ))}
  </tr>
)

/** The table proper; without rows it shows the shape of some. */
export const RowTable = <T,>({
  caption,
  columns,
  rows,
  rowKey,
  state,
  actionsTitle,
  ...rowProps
}: DataTableProps<T>) => {
  const rowKeys = useRowKeys()
  return (
    <div className={classes.scroll}>
      <table>
        <caption className="sh-visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <HeadCell
                key={column.key}
                column={column}
                state={state}
                before={
                  index === 0 &&
                  rows &&
                  rowProps.selection && <AllRowsCheckField rows={rows} selection={rowProps.selection} />
                }
              />
            ))}
            {rowProps.rowActions && (
              <th scope="col" className={classes.actions}>
                {actionsTitle ?? <span className="sh-visually-hidden">Aktion</span>}
              </th>
            )}
          </tr>
        </thead>
        <tbody {...rowKeys}>
          {rows
            ? rows.map((row) => <Row key={rowKey(row)} {...rowProps} row={row} columns={columns} />)
            : Array.from({ length: SKELETON_ROWS }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <SkeletonRow key={row} cells={columns.length + (rowProps.rowActions ? 1 : 0)} />
              ))}
        </tbody>
      </table>
    </div>
  )
}
