import { useSyncExternalStore } from 'react'

/** A value that lives outside of React; `useStored` draws it. */
export const createStore = <T>(initial: T) => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

type Store<T> = Pick<ReturnType<typeof createStore<T>>, 'get' | 'subscribe'>

export const useStored = <T>({ subscribe, get }: Store<T>) => useSyncExternalStore(subscribe, get)
