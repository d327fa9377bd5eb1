import type { ApiFailure } from './client.ts'
import { isTemporary } from './public-failure.ts'
import { randomKey } from './random-key.ts'

/** Seconds between tries while the server is away and names no time. */
const PAUSES = [5, 10, 20, 40, 60]

export type SubmissionState =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'waiting'; failure: ApiFailure; seconds: number }

interface SubmissionParts<Body, Reply> {
  send: (body: Body, key: string) => Promise<Reply>
  onState: (state: SubmissionState) => void
}

/**
 * Sends something exactly once: the same content has the same Idempotency-Key in all tries, changed content gets a new
 * one. Repeats automatically while the network or the server is away; refusals are thrown.
 */
export const createSubmission = <Body, Reply>({ send, onState }: SubmissionParts<Body, Reply>) => {
  let attempt = { content: '', key: '' }
  let wake: ((goOn: boolean) => void) | undefined
  let isGivenUp = false

  const pause = (seconds: number) =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => wake?.(true), seconds * 1000)
      wake = (goOn) => {
        clearTimeout(timer)
        wake = undefined
        resolve(goOn)
      }
    })

  const keyFor = (body: Body) => {
    const content = JSON.stringify(body)
    if (attempt.content !== content) attempt = { content, key: randomKey() }
    return attempt.key
  }

  /** Decides about another try: waits while the server is away, throws refusals. */
  const outlast = async (failure: unknown, tries: number) => {
    if (!isTemporary(failure)) throw failure
    const seconds = failure.retryAfter ?? PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 60
    onState({ kind: 'waiting', failure, seconds })
    return pause(seconds)
  }

  /** The reply, or undefined when it was cancelled: then no further try begins. */
  const submit = async (body: Body): Promise<Reply | undefined> => {
    const key = keyFor(body)
    isGivenUp = false
    for (let tries = 0; ; tries++) {
      onState({ kind: 'sending' })
      try {
        return await send(body, key)
      } catch (failure) {
        if (isGivenUp || !(await outlast(failure, tries))) return undefined
      }
    }
  }

  return {
    submit,
    retryNow: () => wake?.(true),
    cancel: () => {
      isGivenUp = true
      wake?.(false)
    },
    /** Ready for the next one; the caller calls it after showing the result. */
    finish: () => onState({ kind: 'idle' }),
    /** The sent content is finished: the same content counts as new the next time. */
    forget: () => {
      attempt = { content: '', key: '' }
    },
  }
}
