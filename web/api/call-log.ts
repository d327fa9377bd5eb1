import { createStore } from '#web/ui/store.ts'

/** A finished call in the debug view: without query and body, so without user input. */
export interface LoggedCall {
  id: number
  method: string
  path: string
  /** 0 means that there was no answer. */
  status: number
  durationMs: number
  /** The id under which the server's log and the user log have the same call. */
  requestId: string | null
}

const KEPT = 20

/** The last calls of this page, the newest first. */
export const callLog = createStore<readonly LoggedCall[]>([])

let lastId = 0
export const logCall = (call: Omit<LoggedCall, 'id'>) =>
  callLog.set([{ ...call, id: ++lastId }, ...callLog.get()].slice(0, KEPT))
