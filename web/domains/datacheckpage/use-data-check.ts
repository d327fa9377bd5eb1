import { useCallback, useEffect, useState } from 'react'
import { type DataCheckFamily, dataCheckFamilyEndpoints } from '#contract/datachecks/datachecks.family.ts'
import { ApiFailure, call } from '#web/api/client.ts'

type CheckState =
  | { kind: 'loading' }
  | { kind: 'unknown' }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'loaded'; page: DataCheckFamily }

/** Whether the link does not work (any more): whatever the reason, nobody says it. */
export const isDeadLink = (failure: unknown) => failure instanceof ApiFailure && failure.status === 404

/**
 * What the page of a link shows. Nothing of it is stored in the browser, and it is not asked again by itself: somebody
 * may be typing.
 */
export const useDataCheck = (token: string | undefined) => {
  const [state, setState] = useState<CheckState>({ kind: token ? 'loading' : 'unknown' })
  const load = useCallback(async () => {
    if (!token) return
    const next = await call(dataCheckFamilyEndpoints.read, { params: { token } }).then(
      (page): CheckState => ({ kind: 'loaded', page }),
      (failure: unknown): CheckState => (isDeadLink(failure) ? { kind: 'unknown' } : { kind: 'failed', failure }),
    )
    setState(next)
  }, [token])
  useEffect(() => {
    void load()
  }, [load])
  return {
    state,
    load,
    show: (page: DataCheckFamily) => setState({ kind: 'loaded', page }),
    forget: () => setState({ kind: 'unknown' }),
  }
}
