import { useEffect } from 'react'
import { createStore, useStored } from './store.ts'

const dirtyForms = createStore(0)
const count = (change: number) => dirtyForms.set(dirtyForms.get() + change)

/** While `isDirty` the browser's title carries a dot (ux §2). */
export const useUnsavedMark = (isDirty: boolean) =>
  useEffect(() => {
    if (!isDirty) return
    count(1)
    return () => count(-1)
  }, [isDirty])

export const hasUnsaved = () => dirtyForms.get() > 0

export const useHasUnsaved = () => useStored(dirtyForms) > 0
