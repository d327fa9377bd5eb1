import { Skeleton, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './CardList.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { DRAWN_FIRST, DRAWN_MAX, usePrinting } from './drawn-rows.ts'
import { type CardsProps, RowCard } from './RowCard.tsx'

const SKELETON_CARDS = 4

const VirtualCards = lazy(() =>
  import('./VirtualCards.tsx').then((module) => ({ default: module.VirtualCards })),
) as unknown as typeof import('./VirtualCards.tsx').VirtualCards

const AllCards = <T,>({ caption, rows, rowKey, ...props }: CardsProps<T>) => (
  <ul className={classes.cards} aria-label={caption}>
    {rows.map((row) => (
      <RowCard key={rowKey(row)} {...props} row={row} />
    ))}
  </ul>
)

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
  if (rows.length <= DRAWN_MAX || isPrinting) return <AllCards {...props} rows={rows} />
  return (
    <Suspense fallback={<AllCards {...props} rows={rows.slice(0, DRAWN_FIRST)} />}>
      <VirtualCards {...props} rows={rows} />
    </Suspense>
  )
}
