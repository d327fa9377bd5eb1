import { useCallback, useEffect, useRef, useState } from 'react'
import { type ParentsPage, publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'

/** A child whose link works, with what its page knows. */
export interface ReportChild extends ParentsPage {
  uuid: string
}

export interface LoadedChildren {
  children: ReportChild[]
  /** A link among several did not work; nothing says whose. */
  hasLost: boolean
  /** When, by the browser's clock. */
  loadedAt: number
}

const isUnknown = (failure: unknown) => failure instanceof ApiFailure && failure.status === 404

/** The child of a link, or undefined: no link that fails says why (domain §5.6). */
const findChild = async (uuid: string): Promise<ReportChild | undefined> => {
  try {
    return { uuid, ...(await call(publicSicknoteEndpoints.pupil, { params: { uuid } })) }
  } catch (failure) {
    if (isUnknown(failure)) return undefined
    throw failure
  }
}

/** The children of these links, in their order. */
const loadChildren = async (uuids: readonly string[]): Promise<LoadedChildren> => {
  const found = await Promise.all(uuids.map(findChild))
  const children = found.filter((child) => child !== undefined)
  return { children, hasLost: children.length < uuids.length, loadedAt: Date.now() }
}

type ChildrenState =
  | { kind: 'loading' }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'loaded'; loaded: LoadedChildren }

const NOBODY: ChildrenState = { kind: 'loaded', loaded: { children: [], hasLost: false, loadedAt: 0 } }

/** The children of the page's links, and those whose link was pasted; nothing of them outlives the page. */
export const useChildren = (uuids: readonly string[]) => {
  const [state, setState] = useState<ChildrenState>(uuids.length > 0 ? { kind: 'loading' } : NOBODY)
  const known = useRef(uuids)
  const isLoading = useRef(false)

  const load = useCallback(async () => {
    if (isLoading.current || known.current.length === 0) return
    isLoading.current = true
    try {
      const loaded = await loadChildren(known.current)
      known.current = loaded.children.map(({ uuid }) => uuid)
      setState({ kind: 'loaded', loaded })
    } catch (failure) {
      // What is shown already stays; the server has the last word anyway.
      setState((shown) => (shown.kind === 'loaded' ? shown : { kind: 'failed', failure }))
    } finally {
      isLoading.current = false
    }
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  const hasFailed = state.kind === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [hasFailed, load])

  const add = (child: ReportChild) => {
    known.current = [...known.current, child.uuid]
    setState((shown) =>
      shown.kind === 'loaded'
        ? { kind: 'loaded', loaded: { ...shown.loaded, children: [...shown.loaded.children, child] } }
        : shown,
    )
  }
  /** The child of a pasted link. Refused like a report: 404 when the link does not work, 422 when it is no sibling. */
  const addByLink = async (uuid: string) => {
    const body = { uuid, uuids: known.current.slice() }
    const child = { uuid, ...(await call(publicSicknoteEndpoints.sibling, { body })) }
    add(child)
    return child
  }
  return { state, load, addByLink }
}
