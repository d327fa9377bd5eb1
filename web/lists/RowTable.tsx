import { Skeleton } from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ComponentPropsWithRef, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import classes from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { DRAWN_FIRST, DRAWN_MAX, usePrinting } from './drawn-rows.ts'
import { AllRowsCheckField } from './RowCheckField.tsx'
import { indexOfRow, type RowProps, TableRow, useRowKeys } from './TableRow.tsx'
import type { TableColumn } from './table-columns.ts'
import type { RowsState } from './table-state.ts'
import { useIsWide } from './use-is-wide.ts'
import { useRangeChoice } from './use-row-selection.ts'

const SKELETON_ROWS = 8

// Few schools have so many rows at once, and what draws them is heavy.
const VirtualRows = lazy(() =>
  import('./VirtualRows.tsx').then((module) => ({ default: module.VirtualRows })),
) as unknown as typeof import('./VirtualRows.tsx').VirtualRows

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
    <th scope="col" data-align={align} data-title={title} style={style} aria-sort={order}>
      {before}
      <button
        type="button"
        className={`sh-bare sh-inline sh-one-line sh-screen-only ${classes.sort}`}
        data-order={order}
        onClick={() => state.toggleSort(sortKey)}
      >
        {title}
        <Icon size={16} aria-hidden />
      </button>
    </th>
  )
}

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

type BodyProps = ComponentPropsWithRef<'tbody'>

type DrawnRowsProps<T> = RowProps<T> &
  Pick<DataTableProps<T>, 'rowKey' | 'groupOf' | 'showsGroups'> & { rows: readonly T[]; bodyProps: BodyProps }

type TableRowsProps<T> = Omit<DataTableProps<T>, 'rows'> & {
  rows: readonly T[]
  box: HTMLDivElement | null
  isWide: boolean
  kept: readonly (number | undefined)[]
  onToggle: (row: T, isRange: boolean) => void
  bodyProps: BodyProps
}

/** Neighbours of the same group; the index is the one among all rows. */
const groupsOf = <T,>(rows: readonly T[], groupOf: (row: T) => string) => {
  const groups: { key: string; name: string; first: number; rows: T[] }[] = []
  for (const [index, row] of rows.entries()) {
    const name = groupOf(row)
    const last = groups.at(-1)
    if (last?.name === name) last.rows.push(row)
    else
      groups.push({
        key: `${name} ${groups.filter((one) => one.name === name).length}`,
        name,
        first: index,
        rows: [row],
      })
  }
  return groups
}

/** Each group has a body of its own, which paper keeps together, with a heading (ux §3.3) that says there how many follow. */
const DrawnRows = <T,>({ rows, rowKey, groupOf, showsGroups, bodyProps, ...rowProps }: DrawnRowsProps<T>) => {
  const cells = rowProps.columns.length + (rowProps.rowActions ? 1 : 0)
  const groups = groupOf ? groupsOf(rows, groupOf) : [{ key: '', name: undefined, first: 0, rows }]
  return groups.map((group) => (
    <tbody key={group.key} {...bodyProps} data-together={group.name !== undefined || undefined}>
      {group.name !== undefined && (
        <tr className={classes.group} data-group={showsGroups ? 'shown' : 'paper'}>
          <th scope="rowgroup" colSpan={cells}>
            <span>{showsGroups ? group.name : `${group.name} · ${group.rows.length}`}</span>
          </th>
        </tr>
      )}
      {group.rows.map((row, at) => (
        <TableRow key={rowKey(row)} {...rowProps} row={row} index={group.first + at} />
      ))}
    </tbody>
  ))
}

const TableRows = <T,>(props: TableRowsProps<T>) => {
  const {
    rows,
    rowKey,
    groupOf,
    showsGroups,
    box,
    isWide,
    kept,
    columns,
    rowLink,
    rowActions,
    onRowKey,
    selection,
    onToggle,
    onRowDrag,
    bodyProps,
  } = props
  const rowProps = { columns, rowLink, rowActions, onRowKey, selection, onToggle, onRowDrag } as RowProps<T>
  const isPrinting = usePrinting()
  const drawn = { rowKey, groupOf, bodyProps }
  if (rows.length <= DRAWN_MAX)
    return <DrawnRows {...rowProps} {...drawn} rows={rows} showsGroups={showsGroups === true} />
  // Thousands of links, boxes and buttons would take seconds, and paper needs none.
  if (isPrinting) return <DrawnRows columns={columns} {...drawn} rows={rows} />
  const first = (
    <DrawnRows
      {...rowProps}
      rowKey={rowKey}
      groupOf={undefined}
      bodyProps={bodyProps}
      rows={rows.slice(0, DRAWN_FIRST)}
    />
  )
  return (
    <Suspense fallback={first}>
      <tbody {...bodyProps}>
        <VirtualRows {...rowProps} rows={rows} rowKey={rowKey} box={box} isWide={isWide} kept={kept} />
      </tbody>
    </Suspense>
  )
}

/** The table itself; while loading it shows placeholders. */
export const RowTable = <T,>(props: DataTableProps<T>) => {
  const { caption, columns, rows, state, actionsTitle, rowActions, selection } = props
  // A state and not a ref: rows that are there at once are rendered before the box exists.
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const isWide = useIsWide(box)
  const table = useRef<HTMLTableElement>(null)
  const choice = useRangeChoice({ rows: rows ?? [], selection, rowKey: props.rowKey })
  const { wanted, onKeyDown } = useRowKeys(table, { count: rows?.length ?? 0, onExtend: choice.extend })
  const [focused, setFocused] = useState(-1)
  const isVirtual = rows !== undefined && rows.length > DRAWN_MAX
  return (
    <div className={classes.scroll} ref={setBox} data-wide={isWide}>
      <table ref={table} aria-rowcount={isVirtual ? rows.length + 1 : undefined}>
        <caption className="sh-visually-hidden">{caption}</caption>
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            {columns.map((column, index) => (
              <HeadCell
                key={column.key}
                column={column}
                state={state}
                before={index === 0 && rows && selection && <AllRowsCheckField rows={rows} selection={selection} />}
              />
            ))}
            {rowActions && (
              <th scope="col" className={classes.actions}>
                {actionsTitle ?? <span className="sh-visually-hidden">Aktion</span>}
              </th>
            )}
          </tr>
        </thead>
        {rows ? (
          <TableRows
            {...props}
            rows={rows}
            box={box}
            isWide={isWide}
            kept={[focused, wanted]}
            onToggle={choice.toggle}
            bodyProps={{
              onKeyDown,
              ...(isVirtual && { onFocus: (event) => setFocused(indexOfRow(event.target)) }),
            }}
          />
        ) : (
          <tbody>
            {Array.from({ length: SKELETON_ROWS }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <SkeletonRow key={row} cells={columns.length + (rowActions ? 1 : 0)} />
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}
