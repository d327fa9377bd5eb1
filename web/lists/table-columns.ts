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
}

export const isInCard = <T>({ inCard }: TableColumn<T>) => inCard !== 'none'
export const isInTable = <T>({ inCard }: TableColumn<T>) => inCard !== 'only'

/** The visible columns, stored in this browser under the name of the table; the first column always stays. */
export const useShownColumns = <T>(tableName: string, columns: readonly TableColumn<T>[]) => {
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: `schulhof-columns-${tableName}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const isShown = (column: TableColumn<T>) => column === columns[0] || (chosen[column.key] ?? !column.isHiddenFirst)
  return {
    shown: columns.filter(isShown),
    isShown,
    toggle: (column: TableColumn<T>) => setChosen((before) => ({ ...before, [column.key]: !isShown(column) })),
  }
}

/** Rows of 44 or 36 px, one choice for all tables of this browser. */
export const useDensity = () =>
  useLocalStorage<'normal' | 'dense'>({
    key: 'schulhof-density',
    defaultValue: 'normal',
    getInitialValueInEffect: false,
  })
