import { type Query, useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The page waits this long for its cards before it shows what is there. */
const SETTLE_MS = 1000
/** How often it looks whether all is there. */
const LOOK_MS = 60

const isFirstLoad = ({ state }: Query) => state.status === 'pending'

/** A card whose code is still on its way asks for nothing yet, but its placeholder stands. */
const hasPlaceholder = () => document.querySelector('main .mantine-Skeleton-root') !== null

/** Later visits find their data in the cache. */
let hasSettled = false

/** Whether the cards have their final heights, or are too slow to wait for: nothing moves under the mouse afterwards. */
export const useSettled = () => {
  const loading = useIsFetching({ predicate: isFirstLoad })
  const [isSettled, setSettled] = useState(hasSettled)
  useEffect(() => {
    if (isSettled) hasSettled = true
  }, [isSettled])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (loading > 0 || isSettled) return
    const timer = setInterval(() => setSettled((is) => is || !hasPlaceholder()), LOOK_MS)
    return () => clearInterval(timer)
  }, [loading, isSettled])
  return isSettled
}
