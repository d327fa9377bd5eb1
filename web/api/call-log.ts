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

let calls: readonly LoggedCall[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** The last calls of this page, the newest first. */
export const callLog = {
  get: () => calls,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  add: (call: Omit<LoggedCall, 'id'>) => {
    calls = [{ ...call, id: ++lastId }, ...calls].slice(0, KEPT)
    for (const listener of listeners) listener()
  },
}
