import { useBlocker } from '@tanstack/react-router'
import { useUnsavedMark } from '#web/ui/unsaved-mark.ts'
import { askToDiscard } from './ask-to-discard.ts'

/** While something is not saved, leaving the page asks first (ux §2). */
export const useUnsavedChanges = (isDirty: boolean) => {
  useUnsavedMark(isDirty)
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      return !(await askToDiscard('Sie haben ungespeicherte Änderungen. Seite trotzdem verlassen?'))
    },
  })
}
