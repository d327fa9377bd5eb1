import { useEffect, useState } from 'react'
import type { PupilList } from '#contract/pupils.ts'
import type { TableState } from '#web/ui/table-state.ts'

/** Prints all hits, not only the page that is shown: first asks for all rows, then opens the browser's dialog. */
export const usePrintAll = (state: Pick<TableState, 'perPage' | 'setPerPage'>, list: PupilList | undefined) => {
  const [isWanted, setWanted] = useState(false)
  const hasAll = list !== undefined && list.data.length === list.total
  useEffect(() => {
    if (!isWanted || !hasAll) return
    setWanted(false)
    window.print()
  }, [isWanted, hasAll])
  return () => {
    if (!hasAll) state.setPerPage(0)
    setWanted(true)
  }
}
