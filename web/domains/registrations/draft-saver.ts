import type { Draft } from '#contract/registrations.public.ts'
import { isTemporary } from './public-failure.ts'

/** After so long without a key the draft goes to the server. */
export const TYPING_PAUSE_MS = 1500
const RETRY_MS = 10_000

interface DraftSaverParts {
  save: (draft: Draft) => Promise<{ saved_at: string }>
  onSaved: (savedAt: string) => void
  onFailed: (failure: unknown) => void
}

/** Saves a draft one request after the other, always the newest; keeps trying while the server is away. */
export const createDraftSaver = ({ save, onSaved, onFailed }: DraftSaverParts) => {
  let waiting: Draft | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  /** Whether it arrived; what failed for a while waits again. */
  const send = async (draft: Draft) => {
    try {
      onSaved((await save(draft)).saved_at)
      return true
    } catch (failure) {
      onFailed(failure)
      if (isTemporary(failure)) {
        waiting ??= draft
        timer = setTimeout(flush, RETRY_MS)
      }
      return false
    }
  }
  const takeWaiting = () => {
    const draft = waiting
    waiting = undefined
    return draft
  }
  const saveWaiting = async () => {
    while (!isStopped) {
      const draft = takeWaiting()
      if (!draft || !(await send(draft))) return
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
    /** The same for a page that may be gone before a running request ends: nothing can wait for it then. */
    leave: () => {
      clearTimeout(timer)
      const draft = isStopped ? undefined : takeWaiting()
      if (draft) void send(draft)
    },
    /** No draft is written once this has resolved: a late one would outlive the application it belongs to. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      waiting = undefined
      await running
    },
    resume: () => {
      isStopped = false
    },
  }
}
