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

  const saveWaiting = async () => {
    while (waiting && !isStopped) {
      const draft = waiting
      waiting = undefined
      try {
        onSaved((await save(draft)).saved_at)
      } catch (failure) {
        onFailed(failure)
        if (!isTemporary(failure)) return
        waiting ??= draft
        timer = setTimeout(flush, RETRY_MS)
        return
      }
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
    /** Sends what waits, for a page that is being left or a connection that came back. */
    flush,
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
