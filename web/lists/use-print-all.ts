import { useEffect, useState } from 'react'
import type { TableState } from './table-state.ts'

interface LoadedRows {
  data: readonly unknown[]
  total: number
}

/** Prints all hits, not only the page that is shown: first asks for all rows, then opens the browser's dialog. */
export const usePrintAll = (state: Pick<TableState, 'perPage' | 'setPerPage'>, list: LoadedRows | undefined) => {
  const [isWanted, setWanted] = useState(false)
  const hasAll = list !== undefined && list.data.length === list.total
  useEffect(() => {
    if (!isWanted || !hasAll) return
    setWanted(false)
    // Not while React draws: `usePrinting` draws what is out of sight in the middle of it.
    setTimeout(() => window.print())
  }, [isWanted, hasAll])
  return () => {
    if (!hasAll) state.setPerPage(0)
    setWanted(true)
  }
}
