import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Beyond so many only the rows in sight are drawn; up to there the browser's own search finds all (ux §3.11). */
export const DRAWN_MAX = 500

/** The first of them, until the code for the others is there. */
export const DRAWN_FIRST = 25

/** True while the page is put on paper, where every row must stand. */
export const usePrinting = () => {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture right after this event.
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
