import { afterEach, expect, vi } from 'vitest'

const REAL = { setTimeout, clearTimeout, setInterval, setImmediate, Date, fetch }

/** What a test fakes goes with it, also when its time ran out: the files of a worker share one world. */
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const [name, real] of Object.entries(REAL)) {
    expect(Reflect.get(globalThis, name) === real, `${name} is still a fake after the test`).toBe(true)
  }
})
