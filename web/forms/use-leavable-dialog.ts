import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { useOpened } from '#web/ui/use-opened.ts'

const QUESTION = 'Sie haben ungespeicherte Änderungen. Dialog trotzdem schließen?'

/** A dialog with a form: Escape and 'Abbrechen' ask before something typed is lost; `onGone` when it has disappeared. */
export const useLeavableDialog = (isDirty: boolean, onGone: () => void) => {
  const { onClose: close, ...modal } = useOpened(onGone)
  useUnsavedChanges(isDirty && modal.opened)
  const leave = async () => {
    // Escape is meant for the question on top of this dialog.
    if (dialogRequests.get().length > 0) return
    if (!isDirty || (await askToDiscard(QUESTION))) close()
  }
  return { close, leave, modal: { ...modal, onClose: () => void leave() } }
}
