import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from './client.ts'
import { createSubmission, type SubmissionState } from './submission.ts'

type Answer = 'taken' | ApiFailure

/** A submission against a server that answers in this order; the keys it was sent are kept. */
const makeSubmission = (answers: Answer[]) => {
  const keys: string[] = []
  const states: SubmissionState[] = []
  const send = async (_body: string, key: string) => {
    keys.push(key)
    const answer = answers.shift() ?? 'taken'
    if (answer !== 'taken') throw answer
    return answer
  }
  return { keys, states, ...createSubmission({ send, onState: (state) => states.push(state) }) }
}

const offline = () => new ApiFailure({ status: 0 })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the same application keeps its key until the server answers', async () => {
  const { submit, keys } = makeSubmission([offline(), new ApiFailure({ status: 500 })])
  const sent = submit('Mia')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sent).toBe('taken')
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('the same application has its old key after a refusal, a changed one a new key', async () => {
  const { submit, keys } = makeSubmission([new ApiFailure({ status: 429 })])
  await expect(submit('Mia')).rejects.toMatchObject({ status: 429 })
  await submit('Mia')
  await submit('Mira')
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('it waits as long as the server says, and says so', async () => {
  const { submit, keys, states } = makeSubmission([new ApiFailure({ status: 503, retryAfter: 30 })])
  const sent = submit('Mia')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(states.at(-1)).toMatchObject({ kind: 'waiting', seconds: 30 })
  expect(keys).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await sent).toBe('taken')
})

test('who leaves while it is being sent does not leave tries behind', async () => {
  const { submit, cancel, keys, states } = makeSubmission([offline()])
  const sent = submit('Mia')
  cancel()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sent).toBeUndefined()
  expect(keys).toHaveLength(1)
  expect(states.at(-1)).toEqual({ kind: 'sending' })
  expect(await submit('Mia')).toBe('taken')
})

test('a wait can be cut short or given up', async () => {
  const { submit, retryNow, cancel, keys } = makeSubmission([offline(), offline()])
  const sent = submit('Mia')
  await vi.advanceTimersByTimeAsync(0)
  retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(keys).toHaveLength(2)
  cancel()
  expect(await sent).toBeUndefined()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(keys).toHaveLength(2)
})

test('what was forgotten is sent again under a new key', async () => {
  const { submit, forget, keys } = makeSubmission([])
  await submit('Mia')
  forget()
  await submit('Mia')
  expect(keys[1]).not.toBe(keys[0])
})
