import { confirmDialog } from './dialogs.tsx'

/** Before something typed is lost; `message` says what else happens. Keeping it is the button that stands out (ux §2). */
export const askToDiscard = (message: string) =>
  confirmDialog({
    title: 'Ungespeicherte Änderungen',
    message,
    accept: 'Verwerfen',
    dismiss: 'Weiter bearbeiten',
    type: 'attention',
    prefers: 'dismiss',
  })
