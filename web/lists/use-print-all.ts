import { useEffect, useRef, useState } from 'react'
import type { TableState } from './table-state.ts'

interface LoadedRows {
  data: readonly unknown[]
  total: number
}

/** Prints all hits, not only the visible page: it loads all rows first, then opens the browser's dialog. */
export const usePrintAll = (state: Pick<TableState, 'perPage' | 'setPerPage'>, list: LoadedRows | undefined) => {
  const [isWanted, setWanted] = useState(false)
  const hasAll = list !== undefined && list.data.length === list.total
  useEffect(() => {
    if (!isWanted || !hasAll) return
    setWanted(false)
    // Not during rendering: `usePrinting` renders the remaining rows in the middle of it.
    setTimeout(() => window.print())
  }, [isWanted, hasAll])
  const print = () => {
    if (!hasAll) state.setPerPage(0)
    setWanted(true)
  }
  const latest = useRef(print)
  latest.current = print
  useEffect(() => {
    // The browser's own command would print the page that is shown.
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return print
}
