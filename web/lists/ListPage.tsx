import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from '#web/shell/PageHead.tsx'
import { useListFocus } from '#web/ui/use-list-focus.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './data-table-props.ts'

type HeadProps = ComponentProps<typeof PageHead>
type FromQuery = 'isFetching' | 'hasFailed' | 'onRetry'

interface ListPageProps<T>
  extends Omit<DataTableProps<T>, FromQuery | 'caption' | 'total'>,
    Pick<HeadProps, 'crumbs' | 'scope' | 'actions'> {
  title: string
  /** The table's name for screen readers, if it is not the title. */
  caption?: string
  /** Number of rows on all pages, if not all are here. */
  total?: number | undefined
  /** How the rows are loaded. */
  query: { isFetching: boolean; isError: boolean; refetch: () => Promise<unknown> }
  /** Between the head and the list. */
  intro?: ReactNode
  /** Class of the frame around the list. */
  listClass?: string | undefined
  /** Below the list: what is chosen, dialogs. */
  children?: ReactNode
}

/**
 * A page that is a list (ux §2): head with count and actions, search and filters, rows, and on paper day and school.
 * A row that goes hands the focus to the next one.
 */
export const ListPage = <T,>(props: ListPageProps<T>) => {
  const { title, crumbs, scope, actions, caption = title, query, intro, listClass, children, ...table } = props
  const { rows, total = rows?.length } = table
  const list = useListFocus<HTMLDivElement>(rows)
  return (
    <>
      <PageHead crumbs={crumbs} scope={scope} actions={actions} count={total}>
        {title}
      </PageHead>
      {intro}
      <div ref={list} className={listClass}>
        <DataTable
          {...table}
          caption={caption}
          total={total}
          isFetching={query.isFetching}
          hasFailed={query.isError}
          onRetry={() => void query.refetch()}
        />
      </div>
      {children}
    </>
  )
}
