import { confirmDialog } from './dialogs.tsx'

export interface LeavingQuestion {
  title: string
  message: string
  /** Leaves. */
  accept: string
  /** Stays. */
  dismiss: string
}

/** Before something is lost: keeping it has the focus (ux §2). */
export const askToLeave = (question: LeavingQuestion) =>
  confirmDialog({ ...question, type: 'attention', prefers: 'dismiss' })

/** What is asked before something typed is lost; `message` says what else happens. */
export const discardQuestion = (message: string): LeavingQuestion => ({
  title: 'Ungespeicherte Änderungen',
  message,
  accept: 'Verwerfen',
  dismiss: 'Weiter bearbeiten',
})

export const askToDiscard = (message: string) => askToLeave(discardQuestion(message))
