import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import classes from './list-tools.module.css'
import { type CardsProps, RowCard } from './RowCard.tsx'
import { withGaps } from './virtual-ranges.ts'

const CARD_HEIGHT = 130
const OVERSCAN = 4

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
    overscan: OVERSCAN,
    scrollMargin: offset,
  })
  const { drawn, endGap } = withGaps(virtual.getVirtualItems(), virtual.getTotalSize(), offset)
  const startGap = drawn[0]?.gap ?? 0
  return (
    <ul
      className={`sh-plain-list ${classes.cards}`}
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
