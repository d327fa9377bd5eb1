import { Skeleton, Stack } from '@mantine/core'
import { Fragment, lazy, Suspense } from 'react'
import type { DataTableProps } from './data-table-props.ts'
import { DRAWN_FIRST, DRAWN_MAX, usePrinting } from './drawn-rows.ts'
import classes from './list-tools.module.css'
import { type CardsProps, RowCard } from './RowCard.tsx'

const SKELETON_CARDS = 4

const VirtualCards = lazy(() =>
  import('./VirtualRows.tsx').then((module) => ({ default: module.VirtualCards })),
) as unknown as typeof import('./VirtualRows.tsx').VirtualCards

/** The heading of a group, in lists that show groups. */
const GroupCard = <T,>({ rows, at, groupOf }: Pick<CardsProps<T>, 'rows' | 'groupOf'> & { at: number }) => {
  const [row, before] = [rows[at], rows[at - 1]]
  if (!groupOf || row === undefined || (before !== undefined && groupOf(before) === groupOf(row))) return null
  return (
    <li className={classes.cardGroup} data-group="shown">
      {groupOf(row)}
    </li>
  )
}

const AllCards = <T,>({ caption, rows, rowKey, groupOf, showsGroups, ...props }: CardsProps<T>) => (
  <ul className={`sh-plain-list ${classes.cards}`} aria-label={caption}>
    {rows.map((row, index) => (
      <Fragment key={rowKey(row)}>
        {showsGroups && <GroupCard rows={rows} at={index} groupOf={groupOf} />}
        <RowCard {...props} row={row} />
      </Fragment>
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
