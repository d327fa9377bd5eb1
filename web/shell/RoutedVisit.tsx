import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { forgetUser } from '#web/api/base-data.ts'
import { explainFailure } from '#web/api/errors.ts'
import { alertDialog } from './dialogs.tsx'
import { VisitContext, type VisitState } from './visit.ts'

declare module '@tanstack/react-router' {
  interface HistoryState extends VisitState {}
}

/** Pages for visitors within the staff's program. */
export const RoutedVisit = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  // One by one: the state itself is another one after every navigation, and who reads it would be drawn anew.
  const email = useLocation({ select: ({ state }) => state.email })
  const hasSessionEnded = useLocation({ select: ({ state }) => state.hasSessionEnded })
  const visit = useMemo(() => {
    const go = (path: string, state: VisitState = {}) => void navigate({ to: path, state })
    const state = { ...(email !== undefined && { email }), ...(hasSessionEnded && { hasSessionEnded }) }
    return { state, search, go, alert: alertDialog, explain: explainFailure, forgetUser }
  }, [navigate, search, email, hasSessionEnded])
  return <VisitContext value={visit}>{children}</VisitContext>
}
