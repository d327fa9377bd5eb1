import type { DragEvent, ReactNode } from 'react'
import type { ColumnChoice, TableColumn } from './table-columns.ts'
import type { RowsState } from './table-state.ts'

/** Rows selected with boxes before their names, for actions on several rows. */
export interface RowSelection<T> {
  isChosen: (row: T) => boolean
  /** Selects these rows, or removes them from the selection. */
  onChoose: (rows: readonly T[], isChosen: boolean) => void
  /** The name of a row, for the label of its box. */
  nameOf: (row: T) => string
}

export interface DataTableProps<T> {
  /** The name of the table for the columns stored in this browser. */
  name: string
  /** The table's name for screen readers. */
  caption: string
  columns: readonly TableColumn<T>[]
  /** The address can name columns, and there are more than the menu has. */
  columnChoice?: ColumnChoice
  rowKey: (row: T) => string | number
  /** The page a row opens; its first column becomes the link. */
  rowLink?: (row: T) => string
  /** Buttons of one row, at its end. */
  rowActions?: (row: T) => ReactNode
  /** Head of the column with the buttons; without it only a screen reader hears 'Aktion'. */
  actionsTitle?: string
  /** On a phone the values are clear without their headings: they stand one after the other. */
  hasTerseCards?: boolean
  /** A key pressed while the focus is somewhere in the row; true when it was handled. */
  onRowKey?: (row: T, key: string) => boolean
  selection?: RowSelection<T> | undefined
  /** On paper a line with this text precedes the first row of each group. */
  groupOf?: ((row: T) => string) | undefined
  /** The lines of the groups are shown on the screen, too. */
  showsGroups?: boolean
  /**
   * Rows can be dragged; the dragged data go into the event's `dataTransfer`. There is always another way (WCAG 2.5.7).
   */
  onRowDrag?: ((row: T, event: DragEvent<HTMLElement>) => void) | undefined
  state: RowsState
  /**
   * The reply: undefined until the first one; `isFetching` is also true while others are loaded behind visible rows.
   */
  rows: readonly T[] | undefined
  total: number | undefined
  isFetching: boolean
  hasFailed?: boolean
  onRetry?: () => void
  /** Shown when there is nothing and no filter: explains, with a link to the first entry. */
  empty: ReactNode
  /** Replaces the usual message when search and filters find nothing. */
  noHits?: ReactNode
  rowOptions?: readonly number[]
  /** False: all rows are on one page, without a pager. */
  isPaged?: boolean
  /** Search and filters, left of *Spalten*; null: neither, for a short list without anything to choose. */
  toolbar?: ReactNode
  /** Between the toolbar and the rows: what a search found beside them. */
  finding?: ReactNode
}
