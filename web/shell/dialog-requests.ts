import type { ReactNode } from 'react'

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

let requests: readonly DialogRequest[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly DialogRequest[]) => {
  requests = next
  for (const listener of listeners) listener()
}

/** The open dialogs, the newest last. */
export const dialogRequests = {
  get: () => requests,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  add: (request: Omit<DialogRequest, 'id'>) => change([...requests, { ...request, id: ++lastId }]),
  remove: (id: number) => change(requests.filter((request) => request.id !== id)),
}
