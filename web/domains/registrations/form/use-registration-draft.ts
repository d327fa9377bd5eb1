import { useEffect, useMemo, useRef, useState } from 'react'
import type { Draft } from '#contract/registrations/registrations.public.ts'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { isTemporary } from '#web/api/public-failure.ts'
import type { FormAddress } from '#web/domains/registrations/start-registration.ts'
import { createDraftSaver } from './draft-saver.ts'

/** Requests that may outlive the page are limited to 64 kB, and a character takes up to three bytes here. */
const KEEPALIVE_CHARACTERS = 20_000

interface Leaving {
  isLeaving: boolean
  signal: AbortSignal
}

const saveDraft = (address: FormAddress, body: Draft, { isLeaving, signal }: Leaving) =>
  call(publicRegistrationEndpoints.saveDraft, {
    params: { school_short: address.short },
    query: { draft: address.draft },
    body,
    signal,
    keepalive: isLeaving && JSON.stringify(body).length < KEEPALIVE_CHARACTERS,
  })

interface DraftKeeping {
  address: FormAddress
  lastSaved: string | null
  /** The server takes no drafts any more: the form has closed. */
  onClosed: () => void
}

/** The draft on the server: when it was saved, whether saving fails, and the saver. */
export const useRegistrationDraft = ({ address, lastSaved, onClosed }: DraftKeeping) => {
  const [savedAt, setSavedAt] = useState(lastSaved)
  const [isAway, setAway] = useState(false)
  const tellClosed = useRef(onClosed)
  useEffect(() => {
    tellClosed.current = onClosed
  })
  const saver = useMemo(
    () =>
      createDraftSaver({
        save: (draft, options) => saveDraft(address, draft, options),
        onSaved: (moment) => {
          setSavedAt(moment)
          setAway(false)
        },
        onFailed: (failure) => {
          setAway(isTemporary(failure))
          if (failure instanceof ApiFailure && failure.status === 403) tellClosed.current()
        },
      }),
    [address],
  )
  useEffect(() => {
    saver.resume()
    const leave = () => {
      if (document.visibilityState === 'hidden') saver.leave()
    }
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('pagehide', saver.leave)
    window.addEventListener('online', saver.flush)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('pagehide', saver.leave)
      window.removeEventListener('online', saver.flush)
      // Another page is shown: what was typed goes now, and nobody is left who would see later tries.
      saver.leave()
      void saver.stop()
    }
  }, [saver])
  // While nothing can be saved, leaving the page would lose what was typed.
  useEffect(() => {
    if (!isAway) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isAway])
  return { saver, savedAt, isAway }
}
