import { Skeleton } from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Fragment, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
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

interface GroupRowProps<T> {
  row: T
  before: T | undefined
  groupOf: NonNullable<DataTableProps<T>['groupOf']>
  showsGroups: boolean | undefined
  cells: number
  rows: readonly T[]
}

/** The heading of another class (ux §3.3); mostly on paper only, where it says how many follow. */
const GroupRow = <T,>({ row, before, groupOf, showsGroups, cells, rows }: GroupRowProps<T>) => {
  const group = groupOf(row)
  if (before !== undefined && groupOf(before) === group) return null
  const count = showsGroups ? 0 : rows.filter((one) => groupOf(one) === group).length
  return (
    <tr className={classes.group} data-group={showsGroups ? 'shown' : 'paper'}>
      <th scope="rowgroup" colSpan={cells}>
        <span>{count > 0 ? `${group} · ${count}` : group}</span>
      </th>
    </tr>
  )
}

type DrawnRowsProps<T> = RowProps<T> &
  Pick<DataTableProps<T>, 'rowKey' | 'groupOf' | 'showsGroups'> & { rows: readonly T[] }

type TableRowsProps<T> = Omit<DataTableProps<T>, 'rows'> & {
  rows: readonly T[]
  box: HTMLDivElement | null
  isWide: boolean
  kept: readonly (number | undefined)[]
  onToggle: (row: T, isRange: boolean) => void
}

const DrawnRows = <T,>({ rows, rowKey, groupOf, showsGroups, ...rowProps }: DrawnRowsProps<T>) => {
  const cells = rowProps.columns.length + (rowProps.rowActions ? 1 : 0)
  return rows.map((row, index) => (
    <Fragment key={rowKey(row)}>
      {groupOf && (
        <GroupRow
          row={row}
          before={rows[index - 1]}
          groupOf={groupOf}
          showsGroups={showsGroups}
          cells={cells}
          rows={rows}
        />
      )}
      <TableRow {...rowProps} row={row} index={index} />
    </Fragment>
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
  } = props
  const rowProps = { columns, rowLink, rowActions, onRowKey, selection, onToggle, onRowDrag } as RowProps<T>
  const isPrinting = usePrinting()
  if (rows.length <= DRAWN_MAX)
    return <DrawnRows {...rowProps} rows={rows} rowKey={rowKey} groupOf={groupOf} showsGroups={showsGroups === true} />
  // Thousands of links, boxes and buttons would take seconds, and paper needs none.
  if (isPrinting) return <DrawnRows columns={columns} rows={rows} rowKey={rowKey} groupOf={groupOf} />
  return (
    <Suspense fallback={<DrawnRows {...rowProps} rows={rows.slice(0, DRAWN_FIRST)} rowKey={rowKey} />}>
      <VirtualRows {...rowProps} rows={rows} rowKey={rowKey} box={box} isWide={isWide} kept={kept} />
    </Suspense>
  )
}

/** The table itself; while loading it shows placeholders. */
export const RowTable = <T,>(props: DataTableProps<T>) => {
  const { caption, columns, rows, state, actionsTitle, rowActions, selection } = props
  // A state and not a ref: rows that are there at once are rendered before the box exists.
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const isWide = useIsWide(box)
  const body = useRef<HTMLTableSectionElement>(null)
  const choice = useRangeChoice({ rows: rows ?? [], selection, rowKey: props.rowKey })
  const { wanted, onKeyDown } = useRowKeys(body, { count: rows?.length ?? 0, onExtend: choice.extend })
  const [focused, setFocused] = useState(-1)
  const isVirtual = rows !== undefined && rows.length > DRAWN_MAX
  return (
    <div className={classes.scroll} ref={setBox} data-wide={isWide}>
      <table aria-rowcount={isVirtual ? rows.length + 1 : undefined}>
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
        <tbody
          ref={body}
          onKeyDown={onKeyDown}
          {...(isVirtual && { onFocus: (event) => setFocused(indexOfRow(event.target)) })}
        >
          {rows ? (
            <TableRows
              {...props}
              rows={rows}
              box={box}
              isWide={isWide}
              kept={[focused, wanted]}
              onToggle={choice.toggle}
            />
          ) : (
            Array.from({ length: SKELETON_ROWS }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <SkeletonRow key={row} cells={columns.length + (rowActions ? 1 : 0)} />
            ))
          )}
        </tbody>
      </table>
    </div>
  )
}
