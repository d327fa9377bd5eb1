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
  /** Shown only once chosen under *Spalten*. */
  isHiddenFirst?: boolean
  /** Whether a phone's card shows it: as its first line, among its facts (default), not at all, or nothing else does. */
  inCard?: 'fact' | 'none' | 'only'
}

export const isInCard = <T>({ inCard }: TableColumn<T>) => inCard !== 'none'
export const isInTable = <T>({ inCard }: TableColumn<T>) => inCard !== 'only'

/** Which columns are shown, kept in this browser for the table of this name; the first column always stays. */
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
