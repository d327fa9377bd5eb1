import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { ApiError } from '#server/http/api-error.ts'

interface TurnLimits {
  /** Pieces of work at once, of one owner never more than one. */
  runningMax: number
  /** More that wait are refused, of all and of one owner. */
  waitingMax: number
  waitingOfOwnerMax: number
  /** What takes longer has failed, and holds nobody up. */
  secondsMax: number
}

const RETRY_SECONDS = 10

const refused = (message: string) => new ApiError(503, { message }, RETRY_SECONDS)

/** Does the work within the time; after it the signal tells the work to stop. */
async function withinTime<T>(work: (signal: AbortSignal) => Promise<T>, secondsMax: number): Promise<T> {
  const stopping = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(refused(ERROR_TEXTS.workTooLong))
    stopping.abort()
  }, secondsMax * 1000)
  try {
    return await Promise.race([work(stopping.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Work that is done a few pieces at a time, however many ask: at once they would only share processor and memory. Owners
 * (schools) take turns, so that who asks for much makes only itself wait. 503 when too many wait or it takes too long.
 */
export function turns(limits: TurnLimits) {
  const running = new Set<number>()
  /** By owner, in the order of their turns. */
  const waiting = new Map<number, (() => void)[]>()
  const countWaiting = () => [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)

  const startNext = () => {
    for (const [owner, queue] of waiting) {
      if (running.size >= limits.runningMax) return
      if (running.has(owner)) continue
      const start = queue.shift()
      // Behind all others that wait.
      waiting.delete(owner)
      if (queue.length > 0) waiting.set(owner, queue)
      running.add(owner)
      start?.()
    }
  }

  const takeTurn = (owner: number) => {
    const queue = waiting.get(owner) ?? []
    if (queue.length >= limits.waitingOfOwnerMax || countWaiting() >= limits.waitingMax)
      throw refused(ERROR_TEXTS.tooMuchWork)
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push(resolve)
    waiting.set(owner, queue)
    startNext()
    return promise
  }

  return async <T>(owner: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    await takeTurn(owner)
    try {
      return await withinTime(work, limits.secondsMax)
    } finally {
      running.delete(owner)
      startNext()
    }
  }
}

/** Long papers, by school: all pages of those that are drawn are kept in memory. */
export const inPaperTurn = turns({ runningMax: 2, waitingMax: 40, waitingOfOwnerMax: 10, secondsMax: 60 })
