import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { turns } from './in-turn.ts'

const LIMITS = { runningMax: 1, waitingMax: 4, waitingOfOwnerMax: 3, secondsMax: 60 }
const BUSY = { status: 503, body: { message: ERROR_TEXTS.tooMuchWork }, retryAfterSeconds: expect.any(Number) }

/** Work that runs until the test ends it; `begun` lists the names whose turn has come. */
function openWork(inTurn: ReturnType<typeof turns>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (owner: number, name: string) =>
    inTurn(owner, () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<string>()
      ends.set(name, () => resolve(name))
      return promise
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await nextTurn()
  }
  return { begun, ask, end }
}

test('owners take turns: an owner with many tasks delays only itself', async () => {
  const { begun, ask, end } = openWork(turns(LIMITS))
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(2, 'b1'), ask(3, 'c1')]
  await nextTurn()
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) {
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('a long run of one owner leaves room for the work of another', async () => {
  const { begun, ask, end } = openWork(turns({ ...LIMITS, runningMax: 2 }))
  const all = [ask(1, 'long'), ask(1, 'next'), ask(2, 'short')]
  await nextTurn()
  expect(begun).toEqual(['long', 'short'])
  await end('short')
  expect(begun).toEqual(['long', 'short'])
  await end('long')
  await end('next')
  expect(await Promise.all(all)).toEqual(['long', 'next', 'short'])
})

test('tasks above the limit are refused, for one owner and for all together', async () => {
  const { ask, end } = openWork(turns(LIMITS))
  const all = [ask(1, 'a1'), ask(1, 'a2'), ask(1, 'a3'), ask(1, 'a4')]
  await expect(ask(1, 'a5')).rejects.toMatchObject(BUSY)
  all.push(ask(2, 'b1'))
  await expect(ask(3, 'c1')).rejects.toMatchObject(BUSY)
  await nextTurn()
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) await end(name)
  expect(await Promise.all(all)).toHaveLength(5)
})

test('work that hangs is stopped and delays nobody, and neither does work that fails', async () => {
  const inTurn = turns({ ...LIMITS, secondsMax: 0.05 })
  const signals: AbortSignal[] = []
  const hanging = inTurn(1, (signal) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const next = inTurn(1, () => Promise.reject(new Error('of its own')))
  const last = inTurn(1, () => Promise.resolve('done'))
  await expect(hanging).rejects.toMatchObject({ ...BUSY, body: { message: ERROR_TEXTS.workTooLong } })
  expect(signals[0]?.aborted).toBe(true)
  await expect(next).rejects.toThrow('of its own')
  expect(await last).toBe('done')
})
