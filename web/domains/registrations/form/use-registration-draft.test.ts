import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '#contract/registrations/registrations.public.ts'
import { ApiFailure } from '#web/api/client.ts'
import { createDraftSaver, TYPING_PAUSE_MS } from './use-registration-draft.ts'

type SaveDraft = Parameters<typeof createDraftSaver>[0]['save']

const draft = (step: string): Draft => ({ step, answers: {} })

/** A server whose answers the test gives one by one. */
const makeServer = () => {
  const asked: { step: string; isLeaving: boolean; answer: (result: 'saved' | ApiFailure) => void }[] = []
  const save: SaveDraft = ({ step }, { isLeaving, signal }) =>
    new Promise<{ saved_at: string }>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      const answer = (result: 'saved' | ApiFailure) =>
        result === 'saved' ? resolve({ saved_at: step }) : reject(result)
      asked.push({ step, isLeaving, answer })
    })
  const saved: string[] = []
  const failures: unknown[] = []
  const saver = createDraftSaver({
    save,
    onSaved: (at) => saved.push(at),
    onFailed: (failure) => failures.push(failure),
  })
  const steps = () => asked.map(({ step }) => step)
  return { asked, steps, saved, failures, saver }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('typing is saved once, after a pause', async () => {
  const { steps, saver } = makeServer()
  saver.saveSoon(draft('a'))
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS - 1)
  saver.saveSoon(draft('b'))
  await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS - 1)
  expect(steps()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(steps()).toEqual(['b'])
})

test('one request runs at a time, and the newest draft comes last', async () => {
  const { asked, steps, saved, saver } = makeServer()
  saver.saveNow(draft('a'))
  saver.saveNow(draft('b'))
  saver.saveNow(draft('c'))
  expect(steps()).toEqual(['a'])
  asked[0]?.answer('saved')
  await vi.advanceTimersByTimeAsync(0)
  expect(steps()).toEqual(['a', 'c'])
  asked[1]?.answer('saved')
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['a', 'c'])
})

test('a page that is gone tries no more', async () => {
  const { asked, steps, saver } = makeServer()
  saver.saveSoon(draft('a'))
  saver.leave()
  void saver.stop()
  asked[0]?.answer(new ApiFailure({ status: 503 }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(steps()).toEqual(['a'])
  saver.resume()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(steps()).toEqual(['a'])
})

test('a draft is sent again when the server was away, a refused one is not', async () => {
  const { asked, steps, failures, saver } = makeServer()
  saver.saveNow(draft('a'))
  asked[0]?.answer(new ApiFailure({ status: 0 }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(steps()).toEqual(['a', 'a'])
  asked[1]?.answer(new ApiFailure({ status: 403 }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(steps()).toEqual(['a', 'a'])
  expect(failures).toHaveLength(2)
})

test('after stop has resolved nothing is written any more', async () => {
  const { asked, steps, saver } = makeServer()
  saver.saveNow(draft('a'))
  saver.saveSoon(draft('b'))
  let hasStopped = false
  const stopped = saver.stop().then(() => {
    hasStopped = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(hasStopped).toBe(false)
  asked[0]?.answer('saved')
  await stopped
  await vi.advanceTimersByTimeAsync(60_000)
  expect(steps()).toEqual(['a'])
  saver.resume()
  saver.saveNow(draft('c'))
  expect(steps()).toEqual(['a', 'c'])
})

test('a page that is being left sends what is on its way once more, as a request that outlives it', async () => {
  const { asked, steps, failures, saver } = makeServer()
  saver.saveNow(draft('a'))
  saver.leave()
  saver.leave()
  expect(steps()).toEqual(['a', 'a'])
  expect(asked.map(({ isLeaving }) => isLeaving)).toEqual([false, true])
  asked[1]?.answer('saved')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failures).toEqual([])
  saver.leave()
  expect(steps()).toEqual(['a', 'a'])
})

test('stop waits also for what a page sent that was left and came back', async () => {
  const { asked, saver } = makeServer()
  saver.saveSoon(draft('a'))
  saver.leave()
  let hasStopped = false
  const stopped = saver.stop().then(() => {
    hasStopped = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(hasStopped).toBe(false)
  asked[0]?.answer('saved')
  await stopped
})

test('a page that is being left does not wait for the request that runs', async () => {
  const { asked, steps, saver } = makeServer()
  saver.saveNow(draft('a'))
  saver.saveSoon(draft('b'))
  saver.leave()
  expect(steps()).toEqual(['a', 'b'])
  for (const { answer } of asked) answer('saved')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(steps()).toEqual(['a', 'b'])
})
