/** A finished call as the debug view shows it: no query, no body, so nothing anybody typed. */
export interface LoggedCall {
  id: number
  method: string
  path: string
  /** 0: no answer. */
  status: number
  durationMs: number
  /** By it the server's log and the user log find the same call. */
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
