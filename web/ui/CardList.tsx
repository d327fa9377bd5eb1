import { Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './CardList.module.css'
import tableClasses from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { linkTarget } from './link-target.ts'
import { RowCheckField } from './RowCheckField.tsx'

const SKELETON_CARDS = 4

/** The same rows on a phone: the first column as name and link, the others as facts below. */
export const CardList = <T,>({ caption, columns, rows, rowKey, rowLink, rowActions, selection }: DataTableProps<T>) => {
  const [first, ...facts] = columns
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
  return (
    <ul className={classes.cards} aria-label={caption}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
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
      ))}
    </ul>
  )
}
