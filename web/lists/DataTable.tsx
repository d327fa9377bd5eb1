import { Group } from '@mantine/core'
import { useEffect } from 'react'
import { NoHits, NotLoaded } from '#web/ui/EmptyState.tsx'
import { useLasting } from '#web/ui/use-lasting.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { CardList } from './CardList.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import classes from './DataTable.module.css'
import type { DataTableProps } from './data-table-props.ts'
import toolbarClasses from './list-tools.module.css'
import { RowTable } from './RowTable.tsx'
import { TablePager } from './TablePager.tsx'
import { isInCard, isInTable, useDensity, useShownColumns } from './table-columns.ts'
import { lastPage, PUPIL_ROWS } from './table-state.ts'

const SKELETON_DELAY_MS = 200

/** The rows, or a message when there are none. */
const Rows = <T,>({
  isNarrow,
  isEmptyPage,
  ...props
}: DataTableProps<T> & { isNarrow: boolean; isEmptyPage: boolean }) => {
  const { state, isFetching } = props
  const rows = isEmptyPage ? undefined : props.rows
  const showsSkeleton = useLasting(rows === undefined && isFetching, SKELETON_DELAY_MS)
  const List = isNarrow ? CardList : RowTable
  if (rows === undefined) {
    if (props.hasFailed) return <NotLoaded onRetry={props.onRetry ?? (() => {})} />
    return showsSkeleton ? <List {...props} rows={undefined} /> : <div className={classes.unknown} />
  }
  if (rows.length > 0) return <List {...props} />
  if (!state.isFiltered) return props.empty
  return props.noHits ?? <NoHits search={state.search} onReset={state.resetFilters} />
}

/** Old links, or a deleted last row, can lead to a page past the end: it becomes the last page. */
const useLastPage = <T,>({ state, rows, total = 0, isFetching }: DataTableProps<T>) => {
  const { page, perPage, setPage } = state
  const last = lastPage(total, perPage)
  const isEmptyPage = rows?.length === 0 && total > 0
  useEffect(() => {
    if (isEmptyPage && page > last && !isFetching) setPage(last)
  }, [isEmptyPage, isFetching, page, last, setPage])
  return isEmptyPage
}

/** The table of this product (ux §2): rows with links and sortable headings, below 600 px a list of cards. */
export const DataTable = <T,>(props: DataTableProps<T>) => {
  const {
    name,
    columns,
    rows,
    total = rows?.length ?? 0,
    state,
    toolbar,
    isFetching,
    rowOptions = PUPIL_ROWS,
    isPaged = true,
  } = props
  const { shown, isShown, toggle } = useShownColumns(name, columns)
  const [density, setDensity] = useDensity()
  const isEmptyPage = useLastPage(props)
  const isNarrow = useNarrow()

  return (
    <section className="sh-stack sh-gap-3" aria-busy={isFetching}>
      <Group className={`sh-spread sh-screen-only ${toolbarClasses.toolbar}`} gap="xs" align="flex-end">
        <div className={toolbarClasses.filters}>{toolbar}</div>
        {!isNarrow && (
          <ColumnMenu
            columns={columns.filter(isInTable)}
            isShown={isShown}
            onToggle={toggle}
            isDense={density === 'dense'}
            onDensity={(isDense) => setDensity(isDense ? 'dense' : 'normal')}
          />
        )}
      </Group>
      <div className={classes.frame} data-density={density}>
        {isFetching && rows && <div className={`sh-screen-only ${classes.refreshing}`} aria-hidden />}
        <Rows
          {...props}
          columns={isNarrow ? shown.filter(isInCard) : shown.filter(isInTable)}
          isNarrow={isNarrow}
          isEmptyPage={isEmptyPage}
        />
      </div>
      {isPaged && rows && total > 0 && <TablePager state={state} total={total} rowOptions={rowOptions} />}
    </section>
  )
}
