import type { ReactNode } from 'react'
import { createStore } from '#web/ui/store.ts'

/** Sets the theme of a dialog (spec §2). */
export type DialogType = 'info' | 'positive' | 'negative' | 'attention'

export interface DialogRequest {
  id: number
  kind: 'alert' | 'confirm' | 'prompt'
  title: string
  message: ReactNode
  type: DialogType
  accept: string
  dismiss: string
  prefers: 'accept' | 'dismiss'
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
