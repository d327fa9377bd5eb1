import type { ReactNode } from 'react'
import { createStore } from '#web/ui/store.ts'

export interface DialogRequest {
  id: number
  kind: 'alert' | 'confirm' | 'prompt'
  title: string
  message: ReactNode
  /** Sets the theme of the dialog (spec §2). */
  type: 'info' | 'positive' | 'negative' | 'attention'
  accept: string
  dismiss: string
  /**
   * The button with the focus. 'dismiss' where something is lost: a hasty Enter loses nothing, and the verb that does it
   * is the one that stands out, in red (ux §2).
   */
  prefers: 'accept' | 'dismiss'
  /** Escape closes an alert, too: it says only that something succeeded, above a dialog that Escape closes. */
  hasEscape: boolean
  width: number
  /** Label and first text of a prompt's input. */
  label: string
  initial: string
  /** The typed text (empty except in a prompt), or undefined when dismissed. */
  answer: (text: string | undefined) => void
}

const { get, set, subscribe } = createStore<readonly DialogRequest[]>([])
let lastId = 0

/** The open dialogs, the newest last. */
export const dialogRequests = {
  get,
  subscribe,
  add: (request: Omit<DialogRequest, 'id'>) => set([...get(), { ...request, id: ++lastId }]),
  remove: (id: number) => set(get().filter((request) => request.id !== id)),
}
