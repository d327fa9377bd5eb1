import { afterEach, expect, vi } from 'vitest'

const REAL = { setTimeout, clearTimeout, setInterval, setImmediate, Date, fetch }

/** The fakes of a test end with it, even after a timeout, because the files of a worker share one process. */
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const [name, real] of Object.entries(REAL)) {
    expect(Reflect.get(globalThis, name) === real, `${name} is still a fake after the test`).toBe(true)
  }
})
