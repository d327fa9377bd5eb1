import type { ReactNode } from 'react'
import { NotLoaded } from './EmptyState.tsx'
import { LoadingText } from './LoadingText.tsx'

interface LoadedProps<Data> {
  query: { data: Data | undefined; isError: boolean; refetch: () => Promise<unknown> }
  /** Shown until the data are there. */
  waiting?: ReactNode
  children: (data: Data) => ReactNode
}

/** What is made of loaded data; until then a sign of waiting, or another try. */
export const Loaded = <Data,>({ query, waiting = <LoadingText />, children }: LoadedProps<Data>) => {
  const { data, isError, refetch } = query
  if (data !== undefined) return children(data)
  return isError ? <NotLoaded onRetry={() => void refetch()} /> : waiting
}
