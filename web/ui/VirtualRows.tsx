import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment } from 'react'
import classes from './DataTable.module.css'
import { type RowProps, TableRow } from './TableRow.tsx'
import { rangeWith, withGaps } from './virtual-ranges.ts'

const ROW_HEIGHT = 45
const OVERSCAN = 10

const GapRow = ({ height, cells }: { height: number; cells: number }) => (
  <tr aria-hidden className={classes.gap}>
    <td colSpan={cells} style={{ height }} />
  </tr>
)

interface VirtualRowsProps<T> extends RowProps<T> {
  rows: readonly T[]
  rowKey: (row: T) => string | number
  scroll: HTMLDivElement | null
  /** Rows that are drawn wherever they are. */
  kept: readonly (number | undefined)[]
}

/** Of thousands of rows those in sight, with empty space for the others. */
export const VirtualRows = <T,>({ rows, rowKey, scroll, kept, ...rowProps }: VirtualRowsProps<T>) => {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    rangeExtractor: (range) => rangeWith(range, kept),
  })
  const { drawn, endGap } = withGaps(virtual.getVirtualItems(), virtual.getTotalSize())
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
