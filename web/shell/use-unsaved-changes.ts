import { useBlocker } from '@tanstack/react-router'
import { useUnsavedMark } from '#web/ui/unsaved-mark.ts'
import { confirmDialog } from './dialogs.tsx'

/** While something is not saved, leaving the page asks first (ux §2). */
export const useUnsavedChanges = (isDirty: boolean) => {
  useUnsavedMark(isDirty)
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      const mayLeave = await confirmDialog({
        title: 'Ungespeicherte Änderungen',
        message: 'Sie haben ungespeicherte Änderungen. Seite trotzdem verlassen?',
        accept: 'Verwerfen',
        dismiss: 'Weiter bearbeiten',
        type: 'attention',
        prefers: 'dismiss',
      })
      return !mayLeave
    },
  })
}
