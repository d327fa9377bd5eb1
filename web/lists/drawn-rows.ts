import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Above this number only visible rows are rendered; up to it the browser's own search finds all (ux §3.11). */
export const DRAWN_MAX = 500

/** The first of them, until the code for the others is loaded. */
export const DRAWN_FIRST = 25

/** True while the page is printed, which needs every row. */
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
