import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './client.ts'
import { explainFailedLoad } from './errors.ts'

const MAX_RETRIES = 2

/**
 * Repeats a load without connection, and one from a busy server that the call has not repeated itself, such as a
 * refresh.
 */
const mayRetry = (count: number, failure: unknown) =>
  count < MAX_RETRIES &&
  failure instanceof ApiFailure &&
  (failure.status === 0 || (failure.status === 503 && !failure.isRepeated))

const retryDelay = (count: number) => 2 ** count * 1000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (failure, query) => {
      const isQuiet = query.meta?.quiet === true || query.state.data !== undefined
      explainFailedLoad(failure, { isQuiet })
    },
  }),
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay,
      staleTime: 10_000,
      networkMode: 'always',
      // A load that failed shows so and offers another try: coming back to the tab brings no second alert (domain §9c).
      refetchOnWindowFocus: (query) => query.state.data !== undefined,
    },
    mutations: { networkMode: 'always' },
  },
})
