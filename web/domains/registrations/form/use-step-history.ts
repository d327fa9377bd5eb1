import { useEffect, useState } from 'react'
import { type HistoryMark, readMark, type View } from '#web/domains/registrations/start-registration.ts'

const remember = (mark: HistoryMark, how: 'push' | 'replace') => {
  if (how === 'push') history.pushState(mark, '')
  else history.replaceState(mark, '')
  return mark
}

/** The steps as pages of the browser's history: back and forward move between them, the address stays. */
export const useStepHistory = (first: View) => {
  const [mark, setMark] = useState<HistoryMark>(() => {
    const known = readMark()
    return known?.view === first ? known : { view: first, depth: 0, checkDepth: null }
  })
  useEffect(() => {
    history.replaceState(mark, '')
  }, [mark])
  useEffect(() => {
    const follow = () => {
      const known = readMark()
      if (known && known.view !== 'receipt') setMark(known)
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const open = (view: View, checkDepth: number | null) =>
    setMark(remember({ view, depth: mark.depth + 1, checkDepth }, 'push'))
  /** The next page; a change made from the check page stays one until it is back there. */
  const goTo = (view: View) => open(view, mark.checkDepth)
  /** A page to change something on, opened from the check page. */
  const goToChange = (view: View) => open(view, mark.checkDepth ?? mark.depth)
  const returnToCheck = () => history.go((mark.checkDepth ?? mark.depth) - mark.depth)
  /** Where one came from; `before` after a reload of a resumed draft, when there is no such page. */
  const goBack = (before: View) => {
    if (mark.depth > 0) history.back()
    else setMark(remember({ view: before, depth: 0, checkDepth: null }, 'replace'))
  }
  return { mark, goTo, goToChange, returnToCheck, goBack }
}
