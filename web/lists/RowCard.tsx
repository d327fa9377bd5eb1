import { Link } from '@tanstack/react-router'
import { memo, type Ref } from 'react'
import { linkTarget } from '#web/ui/link-target.ts'
import tableClasses from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import classes from './list-tools.module.css'
import { RowCheckField } from './RowCheckField.tsx'

export type CardProps<T> = Pick<DataTableProps<T>, 'columns' | 'rowLink' | 'rowActions' | 'selection' | 'hasTerseCards'>

interface PlacedCardProps<T> extends CardProps<T> {
  row: T
  /** Its position among all rows and who measures it, when only some are rendered. */
  index?: number
  of?: number
  measure?: Ref<HTMLLIElement>
}

const PlainCard = <T,>({
  row,
  index,
  of,
  measure,
  columns,
  rowLink,
  rowActions,
  selection,
  hasTerseCards,
}: PlacedCardProps<T>) => {
  const [first, ...facts] = columns
  return (
    <li
      {...(index !== undefined && {
        ref: measure,
        'data-index': index,
        'aria-posinset': index + 1,
        'aria-setsize': of,
      })}
    >
      <div className={`sh-row sh-breaks sh-spread sh-gap-2 ${classes.cardHead}`}>
        {selection && (
          <RowCheckField
            row={row}
            selection={selection}
            onToggle={() => selection.onChoose([row], !selection.isChosen(row))}
          />
        )}
        {rowLink ? (
          <Link {...linkTarget(rowLink(row))} className={tableClasses.rowLink ?? ''} data-row-link>
            {first?.render(row)}
          </Link>
        ) : (
          <strong>{first?.render(row)}</strong>
        )}
        {rowActions?.(row)}
      </div>
      <dl className={`sh-flush sh-above-1 ${classes.facts}`} data-terse={hasTerseCards}>
        {facts.map((column) => (
          <div key={column.key} data-wide={column.isTitleHiddenInCard} data-named={column.isNamedInCard}>
            <dt className={column.isTitleHiddenInCard ? 'sh-visually-hidden' : 'sh-quiet sh-small sh-breaks'}>
              {column.title}
            </dt>
            <dd className="sh-flush sh-breaks">{column.render(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** A row on a phone: its name with box and button, other facts below; rendered again only when something changed. */
export const RowCard = memo(PlainCard) as typeof PlainCard

export type CardsProps<T> = Omit<DataTableProps<T>, 'rows'> & { rows: readonly T[] }
