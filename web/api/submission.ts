import type { ApiFailure } from './client.ts'
import { isTemporary } from './public-failure.ts'
import { randomKey } from './random-key.ts'

/** Seconds between tries while the server is away and names no time itself. */
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
 * Sends something exactly once: the same content keeps its Idempotency-Key over all tries, changed content gets a new
 * one. Tries again by itself while the network or the server is away; refusals are thrown.
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

  /** Answers whether to try again: waits while the server is away, throws refusals. */
  const outlast = async (failure: unknown, tries: number) => {
    if (!isTemporary(failure)) throw failure
    const seconds = failure.retryAfter ?? PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 60
    onState({ kind: 'waiting', failure, seconds })
    return pause(seconds)
  }

  /** The reply, or undefined when it was given up: no further try begins then. */
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
    /** Ready for the next one; the caller says so when it has shown what came out. */
    finish: () => onState({ kind: 'idle' }),
    /** What was sent is done with: the same content is something new the next time. */
    forget: () => {
      attempt = { content: '', key: '' }
    },
  }
}
