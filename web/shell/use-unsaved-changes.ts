import { useBlocker } from '@tanstack/react-router'
import { useUnsavedMark } from '#web/ui/unsaved-mark.ts'
import { askToLeave, discardQuestion, type LeavingQuestion } from './ask-to-discard.ts'

const TYPED = discardQuestion('Sie haben ungespeicherte Änderungen. Seite trotzdem verlassen?')

/** While something is unsaved, leaving the page asks first (ux §2); the question differs when nothing was typed. */
export const useUnsavedChanges = (isDirty: boolean, question: LeavingQuestion = TYPED) => {
  useUnsavedMark(isDirty)
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      return !(await askToLeave(question))
    },
  })
}
