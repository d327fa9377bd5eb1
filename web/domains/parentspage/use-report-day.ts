import { useEffect, useState } from 'react'
import { shownDay } from '#web/api/shown-day.ts'
import type { LoadedChildren } from './load-children.ts'

const LOOK_MS = 60_000

/**
 * Today by the server, also in a tab that stayed open over night on a phone: the day goes on at once, then the page asks
 * what holds now.
 */
export const useReportDay = ({ children, loadedAt }: LoadedChildren, reload: () => void) => {
  const loadedDay = children[0]?.sicknote.today ?? ''
  const [now, setNow] = useState(loadedAt)
  const today = shownDay({ today: loadedDay, loadedAt }, Math.max(now, loadedAt))
  useEffect(() => {
    const look = () => setNow(Date.now())
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('pageshow', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pageshow', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  useEffect(() => {
    if (today !== loadedDay) reload()
  }, [today, loadedDay, reload])
  return today
}
