import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { MAIN_ID } from './page-start.ts'

/** What loads faster than this appears together with the page; what is slower shows that it is on its way. */
const TOGETHER_MS = 400

/** drawn: nobody knows yet what the page loads. late: the rest of the page is shown before everything is there. */
type Phase = 'drawn' | 'held' | 'late' | 'there'

const hasNoData = ({ state }: { state: { data: unknown } }) => state.data === undefined

/** The loads that the last data have led to begin after the next frame. */
const afterNextFrame = (look: () => void) => requestAnimationFrame(() => setTimeout(look))

/**
 * A new page appears in one piece: below its title everything waits for the first data, so that nothing moves under
 * the eyes or the pointer (AppShell.module.css). With known data it shows at once.
 */
export const useArrival = () => {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>('drawn')
  useLayoutEffect(() => {
    // Before this update React runs the effects of the page, in which its loads begin; nothing is painted until then.
    if (phase === 'drawn') setPhase('held')
    if (phase !== 'held' && phase !== 'late') return undefined
    const isLoading = () => client.isFetching({ predicate: hasNoData }) > 0
    if (phase === 'held' && !isLoading()) {
      setPhase('there')
      return undefined
    }
    const main = document.getElementById(MAIN_ID)
    main?.setAttribute('data-arriving', phase)
    const stopWatching = client.getQueryCache().subscribe(() => {
      if (!isLoading()) afterNextFrame(() => isLoading() || setPhase('there'))
    })
    // On a busy machine both may come before the next drawing: what is there stays there.
    const beLate = () => setPhase((now) => (now === 'held' ? 'late' : now))
    const timer = phase === 'held' ? setTimeout(beLate, TOGETHER_MS) : undefined
    return () => {
      stopWatching()
      clearTimeout(timer)
      main?.removeAttribute('data-arriving')
    }
  }, [client, phase])
}
