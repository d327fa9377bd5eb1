import { useCallback, useEffect, useRef, useState } from 'react'
import type { FamilyStatus } from '#contract/registrations/registrations.family.ts'
import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { ApiFailure, call } from '#web/api/client.ts'

type StatusState =
  | { kind: 'loading' }
  | { kind: 'unknown' }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'loaded'; status: FamilyStatus }

/** Whether the link does not work (any more): whatever the reason, nobody says it. */
export const isDeadLink = (failure: unknown) => failure instanceof ApiFailure && failure.status === 404

/** What is shown already stays while nothing is heard. */
const afterFailure = (shown: StatusState, failure: unknown): StatusState => {
  if (isDeadLink(failure)) return { kind: 'unknown' }
  return shown.kind === 'loaded' ? shown : { kind: 'failed', failure }
}

const ask = (token: string, signal: AbortSignal) =>
  call(registrationFamilyEndpoints.status, { params: { token }, signal }).then(
    (status) => (): StatusState => ({ kind: 'loaded', status }),
    (failure: unknown) => (shown: StatusState) => afterFailure(shown, failure),
  )

/** What the page of a link shows; asks again when somebody comes back to it, for another tab or the school may have acted. */
export const useFamilyStatus = (token: string | undefined) => {
  const [state, setState] = useState<StatusState>({ kind: token ? 'loading' : 'unknown' })
  /** The question under way; an answer to a former one is older than what is shown. */
  const asking = useRef<AbortController>(undefined)

  const load = useCallback(async () => {
    if (!token || asking.current) return
    const own = new AbortController()
    asking.current = own
    const next = await ask(token, own.signal)
    if (own.signal.aborted) return
    asking.current = undefined
    setState(next)
  }, [token])
  const stopAsking = () => {
    asking.current?.abort()
    asking.current = undefined
  }
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

  const show = (status: FamilyStatus) => {
    stopAsking()
    setState({ kind: 'loaded', status })
  }
  const forget = () => {
    stopAsking()
    setState({ kind: 'unknown' })
  }
  return { state, load, show, forget }
}
