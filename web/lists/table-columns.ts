import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'

export interface TableColumn<T> {
  key: string
  title: string
  render: (row: T) => ReactNode
  /** Key of the contract's `sort`; without it the column cannot be sorted. */
  sortKey?: string
  align?: 'start' | 'end'
  width?: string
  /** Visible only after it was chosen under *Spalten*. */
  isHiddenFirst?: boolean
  /** Its place in a phone's card: a fact (default), not shown, or the only one shown. */
  inCard?: 'fact' | 'none' | 'only'
  /** What stands in a card says itself what it is; the title is only read out. */
  isTitleHiddenInCard?: true
  /** In a terse card the title stands before the value, which alone would say nothing. */
  isNamedInCard?: true
}

export const isInCard = <T>({ inCard }: TableColumn<T>) => inCard !== 'none'
export const isInTable = <T>({ inCard }: TableColumn<T>) => inCard !== 'only'

/** Columns that the address names; while it names none, the browser's own choice counts. */
export interface ColumnChoice {
  /** Keys of the shown columns beside the first one. */
  keys: readonly string[] | undefined
  onChoose: (keys: readonly string[]) => void
  /** Opens the choice of all other columns; what is shown now stands there already. */
  onMore: (shown: readonly string[]) => void
}

/** The visible columns, stored in this browser under the name of the table; the first column always stays. */
export const useShownColumns = <T>(
  tableName: string,
  columns: readonly TableColumn<T>[],
  choice?: ColumnChoice | undefined,
) => {
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: `schulhof-columns-${tableName}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const named = choice?.keys
  const isShown = (column: TableColumn<T>) =>
    column === columns[0] || (named ? named.includes(column.key) : (chosen[column.key] ?? !column.isHiddenFirst))
  const shown = columns.filter(isShown)
  const toggle = (column: TableColumn<T>) => {
    if (!named) return setChosen((before) => ({ ...before, [column.key]: !isShown(column) }))
    choice?.onChoose(isShown(column) ? named.filter((key) => key !== column.key) : [...named, column.key])
  }
  return { shown, isShown, toggle }
}

/** Rows of 44 or 36 px, one choice for all tables of this browser. */
export const useDensity = () =>
  useLocalStorage<'normal' | 'dense'>({
    key: 'schulhof-density',
    defaultValue: 'normal',
    getInitialValueInEffect: false,
  })
