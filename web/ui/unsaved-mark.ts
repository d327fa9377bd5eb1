import { useEffect, useSyncExternalStore } from 'react'

let dirtyForms = 0
const listeners = new Set<() => void>()

const count = (change: number) => {
  dirtyForms += change
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While `isDirty` the browser's title carries a dot (ux §2). */
export const useUnsavedMark = (isDirty: boolean) =>
  useEffect(() => {
    if (!isDirty) return
    count(1)
    return () => count(-1)
  }, [isDirty])

export const hasUnsaved = () => dirtyForms > 0

export const useHasUnsaved = () => useSyncExternalStore(subscribe, hasUnsaved)
