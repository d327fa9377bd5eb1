import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
  const state = useLocation({ select: (location) => location.state })
  const go = (path: string, next: VisitState = {}) => void navigate({ to: path, state: next })
  const visit = { state, search, go, alert: alertDialog, explain: explainFailure, forgetUser }
  return <VisitContext value={visit}>{children}</VisitContext>
}
