import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { forgetUser } from '#web/api/base-data.ts'
import { explainFailure } from '#web/api/errors.ts'
import { alertDialog } from './dialogs.tsx'
import { VisitContext, type VisitState } from './visit.ts'

declare module '@tanstack/react-router' {
  interface HistoryState extends Pick<VisitState, 'hasSessionEnded'> {}
}

/** Data that one visitors' page hands to the next one. The history stores none of it: Back shows nobody's address. */
let handedOn: VisitState = {}

/** Visitors' pages within the staff's program. */
export const RoutedVisit = ({ children }: { children: ReactNode }) => {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const hasSessionEnded = useLocation({ select: ({ state }) => state.hasSessionEnded })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page takes what was handed to it
  const visit = useMemo(() => {
    const go = (to: string, state: VisitState = {}) => {
      handedOn = state
      void navigate({ to })
    }
    const state = { ...handedOn, ...(hasSessionEnded && { hasSessionEnded }) }
    return { state, search, go, alert: alertDialog, explain: explainFailure, forgetUser }
  }, [navigate, path, search, hasSessionEnded])
  useEffect(
    () => () => {
      handedOn = {}
    },
    [],
  )
  return <VisitContext value={visit}>{children}</VisitContext>
}
