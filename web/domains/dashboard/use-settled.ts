import { type Query, useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** The page waits this long for its cards before it shows what is there. */
const SETTLE_MS = 1000
/** Nothing was asked for this long: parts that load late have had their turn. */
const QUIET_MS = 120

const isFirstLoad = ({ state }: Query) => state.status === 'pending'

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
    if (loading > 0) return
    const timer = setTimeout(() => setSettled(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [loading])
  return isSettled
}
