import { createContext, type ReactNode, use } from 'react'

/** What a page for visitors hands to the next one; not in the URL, which ends up in logs. */
export interface VisitState {
  /** The address that was typed before. */
  email?: string
  /** The login says why it shows. */
  hasSessionEnded?: boolean
}

interface VisitAlert {
  message: ReactNode
  title?: string
  type?: 'info' | 'positive' | 'negative'
}

/**
 * What pages for visitors need of the program they stand in: their own small entry, or the staff's program after a
 * session has ended there, which keeps what was typed (ADR 0040).
 */
export interface Visit {
  state: VisitState
  /** The query of the address with its question mark, or ''. */
  search: string
  /** Goes to a path below `/app`. */
  go: (path: string, state?: VisitState) => void
  /** Says something in a dialog; resolves when it was closed. */
  alert: (alert: VisitAlert) => Promise<void>
  /** Says why something failed that no field shows; resolves when that was closed. */
  explain: (failure: unknown) => Promise<void>
  /** No session of this person is left: what is loaded of it is forgotten. */
  forgetUser: () => void
}

export const VisitContext = createContext<Visit | undefined>(undefined)

export const useVisit = () => {
  const visit = use(VisitContext)
  if (!visit) throw new Error('A page for visitors stands outside of a VisitContext.')
  return visit
}
