import { afterEach, vi } from 'vitest'

/** Files of a worker share the product: what a test fakes goes with it, also when its time ran out. */
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
