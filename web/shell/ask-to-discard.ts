import { confirmDialog } from './dialogs.tsx'

export interface LeavingQuestion {
  title: string
  message: string
  /** The button for leaving. */
  accept: string
  /** The button for staying. */
  dismiss: string
}

/** Asks before input is lost; the button that keeps it has the focus (ux §2). */
export const askToLeave = (question: LeavingQuestion) =>
  confirmDialog({ ...question, type: 'attention', prefers: 'dismiss' })

/** The question before typed input is lost; `message` adds other consequences. */
export const discardQuestion = (message: string): LeavingQuestion => ({
  title: 'Ungespeicherte Änderungen',
  message,
  accept: 'Verwerfen',
  dismiss: 'Weiter bearbeiten',
})

export const askToDiscard = (message: string) => askToLeave(discardQuestion(message))
