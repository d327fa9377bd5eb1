import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { ApiError } from '#server/http/api-error.ts'

interface TurnLimits {
  /** Most tasks at the same time; one owner never has more than one. */
  runningMax: number
  /** Most waiting tasks, in total and of one owner; further ones are refused. */
  waitingMax: number
  waitingOfOwnerMax: number
  /** A task that takes longer fails, so that others can run. */
  secondsMax: number
}

const RETRY_SECONDS = 10

const refused = (message: string) => new ApiError(503, { message }, RETRY_SECONDS)

/** Runs the work within the time limit; after it the signal tells the work to stop. */
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
 * Runs a few tasks at a time, because many at once would only compete for processor and memory. Owners (schools) take
 * turns, so an owner with many tasks delays only itself. 503 when too many are waiting or a task takes too long.
 */
export function turns(limits: TurnLimits) {
  const running = new Set<number>()
  /** Waiting tasks by owner, in the order of their turns. */
  const waiting = new Map<number, (() => void)[]>()
  const countWaiting = () => [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)

  const startNext = () => {
    for (const [owner, queue] of waiting) {
      if (running.size >= limits.runningMax) return
      if (running.has(owner)) continue
      const start = queue.shift()
      // The owner moves behind all others.
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

/** Long papers take turns by school: all their pages are in memory while they are drawn. */
export const inPaperTurn = turns({ runningMax: 2, waitingMax: 40, waitingOfOwnerMax: 10, secondsMax: 60 })
