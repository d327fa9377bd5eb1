import { useEffect, useMemo, useRef, useState } from 'react'
import { type Draft, publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { isTemporary } from '#web/api/public-failure.ts'
import { useLeaveQuestion } from '#web/ui/use-leave-question.ts'
import { type FormAddress, inputOf } from './start-registration.ts'

/** After so long without a key the draft goes to the server. */
export const TYPING_PAUSE_MS = 1500
const RETRY_MS = 10_000

interface SaveOptions {
  signal: AbortSignal
  /** The page may be gone before the answer comes. */
  isLeaving: boolean
}

interface DraftSaverParts {
  save: (draft: Draft, options: SaveOptions) => Promise<{ saved_at: string }>
  onSaved: (savedAt: string) => void
  onFailed: (failure: unknown) => void
}

interface InFlight {
  draft: Draft
  isLeaving: boolean
  abort: AbortController
  ended: Promise<boolean>
}

/** The request that runs; a newer one can take its place. `onAway`: it failed for a while and may be sent again. */
const createSender = ({ save, onSaved, onFailed }: DraftSaverParts, onAway: (draft: Draft) => void) => {
  let inFlight: InFlight | undefined

  const attempt = async (draft: Draft, options: SaveOptions) => {
    try {
      onSaved((await save(draft, options)).saved_at)
      return true
    } catch (failure) {
      if (options.signal.aborted) return false
      onFailed(failure)
      if (isTemporary(failure)) onAway(draft)
      return false
    }
  }
  /** Whether it arrived. */
  const send = async (draft: Draft, isLeaving: boolean) => {
    const abort = new AbortController()
    const own = { draft, isLeaving, abort, ended: attempt(draft, { signal: abort.signal, isLeaving }) }
    inFlight = own
    const hasArrived = await own.ended
    if (inFlight === own) inFlight = undefined
    return hasArrived
  }
  return {
    send,
    /** Sends the draft, or what the running request carries, as a request that outlives the page. */
    sendLeaving: (draft: Draft | undefined) => {
      const newest = draft ?? (inFlight?.isLeaving ? undefined : inFlight?.draft)
      if (!newest) return
      inFlight?.abort.abort()
      void send(newest, true)
    },
    ended: () => inFlight?.ended,
  }
}

/** Saves a draft one request after the other, always the newest; keeps trying while the server is away. */
export const createDraftSaver = (parts: DraftSaverParts) => {
  let waiting: Draft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStopped = false
  const sender = createSender(parts, (draft) => {
    if (isStopped) return
    waiting ??= draft
    timer = setTimeout(flush, RETRY_MS)
  })

  const takeWaiting = () => {
    const draft = waiting
    waiting = undefined
    return draft
  }
  const saveWaiting = async () => {
    while (!isStopped) {
      const draft = takeWaiting()
      if (!draft || !(await sender.send(draft, false))) return
    }
  }
  const flush = () => {
    clearTimeout(timer)
    running ??= saveWaiting().finally(() => {
      running = undefined
    })
    return running
  }
  const keep = (draft: Draft) => {
    waiting = draft
    clearTimeout(timer)
  }

  return {
    saveSoon: (draft: Draft) => {
      keep(draft)
      timer = setTimeout(flush, TYPING_PAUSE_MS)
    },
    saveNow: (draft: Draft) => {
      keep(draft)
      return flush()
    },
    /** Sends what waits, for a connection that came back. */
    flush,
    /** The same for a page that may be gone at once: nothing can wait then, and a request that runs would end with it. */
    leave: () => {
      clearTimeout(timer)
      if (!isStopped) sender.sendLeaving(takeWaiting())
    },
    /** No draft is written once this has resolved: a late one would outlive the application it belongs to. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      waiting = undefined
      await running
      await sender.ended()
    },
    resume: () => {
      isStopped = false
    },
  }
}

/** Requests that may outlive the page are limited to 64 kB, and a character takes up to three bytes here. */
const KEEPALIVE_CHARACTERS = 20_000

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
        save: (body, { isLeaving, signal }) =>
          call(publicRegistrationEndpoints.saveDraft, {
            ...inputOf(address),
            body,
            signal,
            keepalive: isLeaving && JSON.stringify(body).length < KEEPALIVE_CHARACTERS,
          }),
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
  useLeaveQuestion(isAway)
  return { saver, savedAt, isAway }
}
