import { useCallback, useEffect, useRef, useState } from 'react'
import type { FamilyStatus } from '#contract/registrations.family.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { familyEndpoints } from './family-calls.ts'

type StatusState =
  | { kind: 'loading' }
  | { kind: 'unknown' }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'loaded'; status: FamilyStatus }

/** Whether the link does not work (any more): whatever the reason, nobody says it. */
export const isDeadLink = (failure: unknown) => failure instanceof ApiFailure && failure.status === 404

/** What the page of a link shows; asks again when somebody comes back to it, for another tab or the school may have acted. */
export const useFamilyStatus = (token: string | undefined) => {
  const [state, setState] = useState<StatusState>({ kind: token ? 'loading' : 'unknown' })
  const isLoading = useRef(false)

  const load = useCallback(async () => {
    if (!token || isLoading.current) return
    isLoading.current = true
    try {
      setState({ kind: 'loaded', status: await call(familyEndpoints.status, { params: { token } }) })
    } catch (failure) {
      // What is shown already stays while nothing is heard.
      setState((shown) => {
        if (isDeadLink(failure)) return { kind: 'unknown' }
        return shown.kind === 'loaded' ? shown : { kind: 'failed', failure }
      })
    } finally {
      isLoading.current = false
    }
  }, [token])
  useEffect(() => {
    void load()
    const look = () => {
      if (document.visibilityState === 'visible') void load()
    }
    window.addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [load])

  const show = (status: FamilyStatus) => setState({ kind: 'loaded', status })
  const forget = () => setState({ kind: 'unknown' })
  return { state, load, show, forget }
}
