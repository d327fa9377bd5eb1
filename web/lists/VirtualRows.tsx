import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import classes from './DataTable.module.css'
import tools from './list-tools.module.css'
import { type CardsProps, RowCard } from './RowCard.tsx'
import { type RowProps, TableRow } from './TableRow.tsx'

interface Placed {
  index: number
  start: number
  end: number
}

/** The rendered rows with the height of the gap before each, and after the last. */
export const withGaps = <P extends Placed>(placed: readonly P[], totalSize: number, offset = 0) => {
  const drawn = placed.map((item, at) => ({ item, gap: item.start - (placed[at - 1]?.end ?? offset) }))
  return { drawn, endGap: Math.max(totalSize - ((placed.at(-1)?.end ?? offset) - offset), 0) }
}

/** The visible rows, and in addition those of `kept`: the row with the focus must not disappear. */
export const rangeWith = (range: Range, kept: readonly (number | undefined)[]) => {
  const indexes = kept.filter((index) => index !== undefined && index >= 0 && index < range.count) as number[]
  return [...new Set([...defaultRangeExtractor(range), ...indexes])].sort((a, b) => a - b)
}

const CARD_HEIGHT = 130
const CARDS_BEYOND = 4

/** Renders only the visible ones of thousands of cards; the page itself scrolls. */
export const VirtualCards = <T,>({ caption, rows, rowKey, ...props }: CardsProps<T>) => {
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => CARD_HEIGHT,
    overscan: CARDS_BEYOND,
    scrollMargin: offset,
  })
  const { drawn, endGap } = withGaps(virtual.getVirtualItems(), virtual.getTotalSize(), offset)
  const startGap = drawn[0]?.gap ?? 0
  return (
    <ul
      className={`sh-plain-list ${tools.cards}`}
      aria-label={caption}
      ref={list}
      style={{ paddingBlock: `${startGap}px ${endGap}px` }}
    >
      {drawn.map(({ item: { index } }) => {
        const row = rows[index]
        const place = { index, of: rows.length, measure: virtual.measureElement }
        return row !== undefined && <RowCard key={rowKey(row)} {...props} {...place} row={row} />
      })}
    </ul>
  )
}

const ROW_HEIGHT = 45
const ROWS_BEYOND = 5

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
  overscan: ROWS_BEYOND,
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
