import type { DragEvent, ReactNode } from 'react'
import type { TableColumn } from './table-columns.ts'
import type { RowsState } from './table-state.ts'

/** Rows chosen with boxes before their names, for what is done with several at once. */
export interface RowSelection<T> {
  isChosen: (row: T) => boolean
  /** Chooses these rows, or gives them up. */
  onChoose: (rows: readonly T[], isChosen: boolean) => void
  /** Whom or what a box is about. */
  nameOf: (row: T) => string
}

export interface DataTableProps<T> {
  /** Names the table in this browser's memory of chosen columns. */
  name: string
  /** What a screen reader hears as the table's name. */
  caption: string
  columns: readonly TableColumn<T>[]
  rowKey: (row: T) => string | number
  /** The page a row opens; its first column becomes the link. */
  rowLink?: (row: T) => string
  /** Buttons of one row, at its end. */
  rowActions?: (row: T) => ReactNode
  /** Head of the column with the buttons; without it only a screen reader hears 'Aktion'. */
  actionsTitle?: string
  /** A key pressed while the focus is somewhere in the row; true when it meant something. */
  onRowKey?: (row: T, key: string) => boolean
  selection?: RowSelection<T> | undefined
  /** On paper a line with this text stands before the first row of each group. */
  groupOf?: ((row: T) => string) | undefined
  /** The lines of the groups stand on the screen, too. */
  showsGroups?: boolean
  /** Rows can be dragged; what is dragged goes into the event's `dataTransfer`. Never the only way (WCAG 2.5.7). */
  onRowDrag?: ((row: T, event: DragEvent<HTMLElement>) => void) | undefined
  state: RowsState
  /** The reply: undefined until the first one; `isFetching` also while others are fetched behind shown rows. */
  rows: readonly T[] | undefined
  total: number | undefined
  isFetching: boolean
  hasFailed?: boolean
  onRetry?: () => void
  /** Shown when there is nothing and nothing is filtered: explains, with the way to the first entry. */
  empty: ReactNode
  /** Instead of the usual words when search and filters find nothing. */
  noHits?: ReactNode
  rowOptions?: readonly number[]
  /** False: all rows stand under each other, without a pager. */
  isPaged?: boolean
  /** Search and filters, left of *Spalten*. */
  toolbar?: ReactNode
}
