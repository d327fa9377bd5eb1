import { useEffect, useState } from 'react'

const BRIEF_MS = 400

/**
 * Whether to keep back what would move when an answer arrives. Most answers come within this time, and then the page
 * appears in one piece; after it the page shows what it has.
 */
export const useBriefWait = (isKnown: boolean) => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), BRIEF_MS)
    return () => clearTimeout(timer)
  }, [])
  return !isKnown && !isOver
}
