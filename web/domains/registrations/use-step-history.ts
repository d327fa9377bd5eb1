import { useEffect, useState } from 'react'
import { type HistoryMark, readMark, type View } from './start-registration.ts'

const remember = (mark: HistoryMark, how: 'push' | 'replace') => {
  if (how === 'push') history.pushState(mark, '')
  else history.replaceState(mark, '')
  return mark
}

/** The steps as pages of the browser's history: back and forward move between them, the address stays. */
export const useStepHistory = (first: View) => {
  const [mark, setMark] = useState<HistoryMark>(() => {
    const known = readMark()
    return known?.view === first ? known : { view: first, depth: 0, isReview: false }
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

  const goTo = (view: View, isReview = false) => setMark(remember({ view, depth: mark.depth + 1, isReview }, 'push'))
  /** Where one came from; `before` after a reload of a resumed draft, when there is no such page. */
  const goBack = (before: View) => {
    if (mark.depth > 0) history.back()
    else setMark(remember({ view: before, depth: 0, isReview: false }, 'replace'))
  }
  /** Everything before is over: nothing of it can be reached by going back. */
  const startOver = (view: View) => setMark(remember({ view, depth: 0, isReview: false }, 'replace'))
  return { mark, goTo, goBack, startOver }
}
