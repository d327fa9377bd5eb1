import { Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { CardList } from './CardList.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import classes from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import { NoHits, NotLoaded } from './EmptyState.tsx'
import { RowTable } from './RowTable.tsx'
import { TablePager } from './TablePager.tsx'
import { useDensity, useShownColumns } from './table-columns.ts'
import { PUPIL_ROWS } from './table-state.ts'
import { useLasting } from './use-lasting.ts'

const SKELETON_DELAY_MS = 200

/** The rows, or what stands in their place. */
const Rows = <T,>({ isNarrow, ...props }: DataTableProps<T> & { isNarrow: boolean }) => {
  const { rows, state, isFetching } = props
  const showsSkeleton = useLasting(rows === undefined && isFetching, SKELETON_DELAY_MS)
  const List = isNarrow ? CardList : RowTable
  if (rows === undefined) {
    if (props.hasFailed) return <NotLoaded onRetry={props.onRetry ?? (() => {})} />
    return showsSkeleton ? <List {...props} /> : <div className={classes.unknown} />
  }
  if (rows.length > 0) return <List {...props} />
  if (!state.isFiltered) return props.empty
  return props.noHits ?? <NoHits search={state.search} onReset={state.resetFilters} />
}

/** The one table of the product (ux §2): rows with links and sortable heads, below 600 px a list of cards. */
export const DataTable = <T,>(props: DataTableProps<T>) => {
  const { name, columns, rows, total = rows?.length ?? 0, state, toolbar, isFetching, rowOptions = PUPIL_ROWS } = props
  const { shown, isShown, toggle } = useShownColumns(name, columns)
  const [density, setDensity] = useDensity()
  const isNarrow = useMediaQuery('(max-width: 37.49em)', undefined, { getInitialValueInEffect: false })

  return (
    <section className={classes.table} aria-busy={isFetching}>
      <Group className={classes.toolbar ?? ''} gap="sm" align="flex-end">
        <div className={classes.filters}>{toolbar}</div>
        {!isNarrow && (
          <ColumnMenu
            columns={columns}
            isShown={isShown}
            onToggle={toggle}
            isDense={density === 'dense'}
            onDensity={(isDense) => setDensity(isDense ? 'dense' : 'normal')}
          />
        )}
      </Group>
      <div className={classes.frame} data-density={density}>
        {isFetching && rows && <div className={classes.refreshing} aria-hidden />}
        <Rows {...props} columns={shown} isNarrow={isNarrow} />
      </div>
      {rows && total > 0 && <TablePager state={state} total={total} rowOptions={rowOptions} />}
    </section>
  )
}
