/** Ux §2: a message about a slow answer, and later what to do. */
const SLOW_MS = 2000
const STUCK_MS = 10_000

/**
 * The state of waiting: nothing noticeable, a slow answer, an answer that does not come, or the next try for a busy
 * server.
 */
export type Wait = { kind: 'none' | 'slow' | 'stuck' } | { kind: 'busy'; seconds: number }

interface RunningCall {
  since: number
  /** When it is sent again; undefined while the request runs. */
  nextTryAt?: number | undefined
}

const NONE: Wait = { kind: 'none' }

const running = new Set<RunningCall>()
const listeners = new Set<() => void>()
let shown: Wait = NONE
let timer: ReturnType<typeof setTimeout> | undefined

const secondsUntil = (moment: number, now: number) => Math.max(1, Math.ceil((moment - now) / 1000))

const waitAt = (now: number): Wait => {
  const calls = [...running]
  const tries = calls.flatMap(({ nextTryAt }) => (nextTryAt === undefined ? [] : [nextTryAt]))
  if (tries.length > 0) return { kind: 'busy', seconds: secondsUntil(Math.min(...tries), now) }
  const longest = Math.max(0, ...calls.map(({ since }) => now - since))
  if (longest >= STUCK_MS) return { kind: 'stuck' }
  return longest >= SLOW_MS ? { kind: 'slow' } : NONE
}

/** Milliseconds until the message may change; undefined: not before a call begins or ends. */
const untilChange = (now: number) => {
  if (shown.kind === 'busy') return 250
  const moments = [...running].flatMap(({ since }) => [since + SLOW_MS, since + STUCK_MS])
  const next = Math.min(...moments.filter((moment) => moment > now))
  return next === Number.POSITIVE_INFINITY ? undefined : next - now
}

const isSame = (one: Wait, other: Wait) =>
  one.kind === other.kind && ('seconds' in one ? one.seconds : 0) === ('seconds' in other ? other.seconds : 0)

const update = () => {
  clearTimeout(timer)
  const now = performance.now()
  const next = waitAt(now)
  const isOther = !isSame(next, shown)
  if (isOther) shown = next
  const milliseconds = listeners.size > 0 ? untilChange(now) : undefined
  if (milliseconds !== undefined) timer = setTimeout(update, milliseconds)
  if (isOther) for (const listener of listeners) listener()
}

/** Waits for some seconds, unless the caller aborts: then it throws the signal's reason. */
const sleep = (seconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(sleeping)
      reject(signal?.reason)
    }
    const sleeping = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** Calls that somebody waits for; pages show the longest wait in one place. */
export const waits = {
  get: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    update()
    return () => {
      listeners.delete(listener)
      // A following call begins in the same moment; otherwise the remaining calls belong to a page that was left.
      queueMicrotask(() => {
        if (listeners.size > 0) return
        running.clear()
        update()
      })
    }
  },
  begin: () => {
    const call: RunningCall = { since: performance.now() }
    running.add(call)
    update()
    return {
      /** Waits until the next try; the wait for its answer begins again. */
      pause: async (seconds: number, signal?: AbortSignal) => {
        call.nextTryAt = performance.now() + seconds * 1000
        update()
        try {
          await sleep(seconds, signal)
        } finally {
          call.nextTryAt = undefined
          call.since = performance.now()
          update()
        }
      },
      end: () => {
        running.delete(call)
        update()
      },
    }
  },
}
