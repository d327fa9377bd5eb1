import { useEffect, useState } from 'react'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { focusOrTitle } from '#web/ui/focus-field.ts'

const askToDiscard = () =>
  confirmDialog({
    title: 'Ungespeicherte Änderungen',
    message: 'Sie haben ungespeicherte Änderungen. Dialog trotzdem schließen?',
    accept: 'Verwerfen',
    dismiss: 'Weiter bearbeiten',
    type: 'attention',
    prefers: 'dismiss',
  })

/** A dialog with a form: Escape and 'Abbrechen' ask before something typed is lost; `onGone` when it has disappeared. */
export const useLeavableDialog = (isDirty: boolean, onGone: () => void) => {
  // Opened after the first render: only then does the kit remember where the focus goes back to.
  const [isOpen, setOpen] = useState(false)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => setOpen(true), [])
  // The question on top may have given the focus back to what went with this dialog.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusOrTitle(opener)
    },
    [opener],
  )
  useUnsavedChanges(isDirty && isOpen)
  const close = () => setOpen(false)
  const leave = async () => {
    // Escape is meant for the question on top of this dialog.
    if (dialogRequests.get().length > 0) return
    if (!isDirty || (await askToDiscard())) close()
  }
  return { close, leave, modal: { opened: isOpen, onClose: () => void leave(), onExitTransitionEnd: onGone } }
}
