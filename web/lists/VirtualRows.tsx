import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { Fragment, useLayoutEffect, useState } from 'react'
import classes from './DataTable.module.css'
import { type RowProps, TableRow } from './TableRow.tsx'
import { rangeWith, withGaps } from './virtual-ranges.ts'

const ROW_HEIGHT = 45
const OVERSCAN = 5

const GapRow = ({ height, cells }: { height: number; cells: number }) => (
  <tr aria-hidden className={classes.gap}>
    <td colSpan={cells} style={{ height }} />
  </tr>
)

interface ManyRows<T> extends RowProps<T> {
  rows: readonly T[]
  rowKey: (row: T) => string | number
}

type Scrolled = Virtualizer<HTMLDivElement, HTMLTableRowElement> | Virtualizer<Window, HTMLTableRowElement>

interface DrawnRowsProps<T> extends ManyRows<T> {
  virtual: Scrolled
  /** The start of the rows within the scrolling area. */
  offset?: number
}

const DrawnRows = <T,>({ virtual, offset, rows, rowKey, ...rowProps }: DrawnRowsProps<T>) => {
  const { drawn, endGap } = withGaps(virtual.getVirtualItems(), virtual.getTotalSize(), offset)
  const cells = rowProps.columns.length + (rowProps.rowActions ? 1 : 0)
  return (
    <>
      {drawn.map(({ item: { index }, gap }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <Fragment key={rowKey(row)}>
              {gap > 0 && <GapRow height={gap} cells={cells} />}
              <TableRow {...rowProps} row={row} index={index} rowNumber={index + 2} measure={virtual.measureElement} />
            </Fragment>
          )
        )
      })}
      {endGap > 0 && <GapRow height={endGap} cells={cells} />}
    </>
  )
}

interface PlacedRows<T> extends ManyRows<T> {
  /** The box around the table. */
  box: HTMLDivElement | null
  /** Rows that are rendered wherever they are. */
  kept: readonly (number | undefined)[]
}

const optionsFor = ({ rows, kept }: Pick<PlacedRows<unknown>, 'rows' | 'kept'>) => ({
  count: rows.length,
  estimateSize: () => ROW_HEIGHT,
  overscan: OVERSCAN,
  rangeExtractor: (range: Parameters<typeof rangeWith>[0]) => rangeWith(range, kept),
})

const BoxRows = <T,>({ box, kept, ...props }: PlacedRows<T>) => {
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    ...optionsFor({ rows: props.rows, kept }),
    getScrollElement: () => box,
  })
  return <DrawnRows {...props} virtual={virtual} />
}

const PageRows = <T,>({ box, kept, ...props }: PlacedRows<T>) => {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    if (box) setOffset(box.getBoundingClientRect().top + window.scrollY + ROW_HEIGHT)
  }, [box])
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    ...optionsFor({ rows: props.rows, kept }),
    scrollMargin: offset,
  })
  return <DrawnRows {...props} virtual={virtual} offset={offset} />
}

/**
 * Renders only the visible ones of thousands of rows, with empty space for the others; the page scrolls, or the box of
 * a wide table.
 */
export const VirtualRows = <T,>({ isWide, ...props }: PlacedRows<T> & { isWide: boolean }) =>
  isWide ? <BoxRows {...props} /> : <PageRows {...props} />
