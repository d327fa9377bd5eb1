import { Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useLayoutEffect, useRef, useState } from 'react'
import classes from './CardList.module.css'
import tableClasses from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { DRAWN_MAX, usePrinting, withGaps } from './drawn-rows.ts'
import { linkTarget } from './link-target.ts'
import { RowCheckField } from './RowCheckField.tsx'

const SKELETON_CARDS = 4
const CARD_HEIGHT = 130
const OVERSCAN = 6

type CardProps<T> = Pick<DataTableProps<T>, 'columns' | 'rowLink' | 'rowActions' | 'selection'>

interface PlacedCardProps<T> extends CardProps<T> {
  row: T
  /** Its place among all, where only some are drawn. */
  place?: { index: number; of: number; measure: Ref<HTMLLIElement> }
}

const RowCard = <T,>({ row, place, columns, rowLink, rowActions, selection }: PlacedCardProps<T>) => {
  const [first, ...facts] = columns
  return (
    <li
      {...(place && {
        ref: place.measure,
        'data-index': place.index,
        'aria-posinset': place.index + 1,
        'aria-setsize': place.of,
      })}
    >
      <div className={classes.cardHead}>
        {selection && <RowCheckField row={row} selection={selection} />}
        {rowLink ? (
          <Link {...linkTarget(rowLink(row))} className={tableClasses.rowLink ?? ''} data-row-link>
            {first?.render(row)}
          </Link>
        ) : (
          <strong>{first?.render(row)}</strong>
        )}
        {rowActions?.(row)}
      </div>
      <dl className={classes.facts}>
        {facts.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd>{column.render(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

type CardsProps<T> = Omit<DataTableProps<T>, 'rows'> & { rows: readonly T[] }

const AllCards = <T,>({ caption, rows, rowKey, ...props }: CardsProps<T>) => (
  <ul className={classes.cards} aria-label={caption}>
    {rows.map((row) => (
      <RowCard key={rowKey(row)} {...props} row={row} />
    ))}
  </ul>
)

/** Of thousands of cards those in sight; the page itself scrolls. */
const CardsInSight = <T,>({ caption, rows, rowKey, ...props }: CardsProps<T>) => {
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => CARD_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: offset,
  })
  const { drawn, endGap } = withGaps(virtual.getVirtualItems(), virtual.getTotalSize(), offset)
  const startGap = drawn[0]?.gap ?? 0
  return (
    <ul className={classes.cards} aria-label={caption} ref={list} style={{ paddingBlock: `${startGap}px ${endGap}px` }}>
      {drawn.map(({ item: { index } }) => {
        const row = rows[index]
        const place = { index, of: rows.length, measure: virtual.measureElement }
        return row !== undefined && <RowCard key={rowKey(row)} {...props} row={row} place={place} />
      })}
    </ul>
  )
}

/** The same rows on a phone: the first column as name and link, the others as facts below. */
export const CardList = <T,>(props: DataTableProps<T>) => {
  const { rows } = props
  const isPrinting = usePrinting()
  if (!rows) {
    return (
      <Stack p="md" gap="md">
        {Array.from({ length: SKELETON_CARDS }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={card} height={64} />
        ))}
      </Stack>
    )
  }
  const Cards = rows.length > DRAWN_MAX && !isPrinting ? CardsInSight : AllCards
  return <Cards {...props} rows={rows} />
}
