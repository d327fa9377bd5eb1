import { afterEach, vi } from 'vitest'

/** What a test fakes goes with it, also when its time ran out. */
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
