import { createContext, type ReactNode, use } from 'react'

/** Data that one visitors' page hands to the next one; not in the URL, which ends up in logs. */
export interface VisitState {
  /** The mail address typed before. */
  email?: string
  /** What was done before; the login says it. */
  notice?: string
  /** The login explains why it is shown. */
  hasSessionEnded?: boolean
  /** The service where another account may be chosen, because that one is not linked here. */
  otherAccountAt?: number
}

/** Data for the next visitors' page. The history stores none of it: Back shows nobody's address. */
export const handedOn: { state: VisitState } = { state: {} }

interface VisitAlert {
  message: ReactNode
  title?: string
  type?: 'info' | 'positive' | 'negative'
}

/**
 * Functions that visitors' pages need from their program: their own small entry, or the staff's program after a session
 * has ended there, which keeps the typed input (ADR 0040).
 */
export interface Visit {
  state: VisitState
  /** The query of the address with its question mark, or ''. */
  search: string
  /** Goes to a path below `/app`. */
  go: (path: string, state?: VisitState) => void
  /** Shows a dialog; resolves when it was closed. */
  alert: (alert: VisitAlert) => Promise<void>
  /** Explains a failure that no field shows; resolves when that was closed. */
  explain: (failure: unknown) => Promise<void>
  /** The session of this person is over: loaded data are dropped. */
  forgetUser: () => void
}

export const VisitContext = createContext<Visit | undefined>(undefined)

export const useVisit = () => {
  const visit = use(VisitContext)
  if (!visit) throw new Error('A page for visitors stands outside of a VisitContext.')
  return visit
}
