import { useEffect } from 'react'

/** The browser asks before the page is left, because something would be lost. */
export const useLeaveQuestion = (isAsked: boolean) =>
  useEffect(() => {
    if (!isAsked) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAsked])
