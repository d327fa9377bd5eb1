import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Wait, waits } from './waits.ts'

let heard: Wait[]
let leave: () => void
beforeEach(() => {
  vi.useFakeTimers()
  heard = []
  leave = waits.subscribe(() => heard.push(waits.get()))
})
afterEach(async () => {
  leave()
  await Promise.resolve()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('what is said about a wait', () => {
  test('is nothing before two seconds, then words, and after ten seconds what to do', async () => {
    const call = waits.begin()
    await pass(1999)
    expect(heard).toEqual([])
    await pass(1)
    expect(waits.get()).toEqual({ kind: 'slow' })
    await pass(7999)
    expect(waits.get()).toEqual({ kind: 'slow' })
    await pass(1)
    expect(waits.get()).toEqual({ kind: 'stuck' })
    call.end()
    expect(heard.map(({ kind }) => kind)).toEqual(['slow', 'stuck', 'none'])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is about the call that waits longest', async () => {
    const [first, second] = [waits.begin(), waits.begin()]
    await pass(2000)
    second.end()
    expect(waits.get()).toEqual({ kind: 'slow' })
    first.end()
    expect(waits.get()).toEqual({ kind: 'none' })
  })

  test('counts down to the next try, whose wait begins anew', async () => {
    const call = waits.begin()
    const pause = call.pause(3)
    await pass(2900)
    expect(heard).toEqual([3, 2, 1].map((seconds) => ({ kind: 'busy', seconds })))
    await pass(100)
    await pause
    expect(waits.get()).toEqual({ kind: 'none' })
    await pass(2000)
    expect(waits.get()).toEqual({ kind: 'slow' })
    call.end()
  })

  test('ends with a call that is given up', async () => {
    const giveUp = new AbortController()
    const call = waits.begin()
    const pause = call.pause(3, giveUp.signal).catch((reason: unknown) => reason)
    giveUp.abort('left')
    expect(await pause).toBe('left')
    expect(waits.get()).toEqual({ kind: 'none' })
    call.end()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is forgotten when the page is gone', async () => {
    waits.begin()
    await pass(2000)
    leave()
    await Promise.resolve()
    expect(waits.get()).toEqual({ kind: 'none' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
