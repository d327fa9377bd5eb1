import type { SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { PUBLIC_REASONS, type SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import type { ExcuseState, LeaveDecision, SicknoteSource } from '#contract/sicknotes/sicknotes.ts'

interface Reported {
  reason: SicknoteReason
  source: SicknoteSource
  leave_decision: LeaveDecision | null
}

interface RuleContext {
  settings: Pick<SicknoteSettings, 'online_counts_as_written'>
  today: string
  /** Null: not a signed-in user. */
  userId: number | null
}

const stateOf = ({ reason, source, leave_decision }: Reported, { settings }: RuleContext): ExcuseState => {
  if (reason === 'school_event' || reason === 'exempt') return 'not_required'
  if (reason === 'leave') return leave_decision === 'pending' ? 'open' : 'not_required'
  // Somebody noticed that the child is missing.
  if (reason === 'unexplained') return 'unexcused'
  const isWritten = source === 'public_link' || source === 'mail'
  return isWritten && settings.online_counts_as_written ? 'excused' : 'open'
}

/**
 * The state of an absence before anybody looks at its excuse (domain §3.5): a written report is an excuse, a call is
 * none.
 */
export const firstExcuse = (reported: Reported, context: RuleContext) => {
  const excuse_state = stateOf(reported, context)
  return {
    excuse_state,
    excuse_received_at: excuse_state === 'excused' ? context.today : null,
    excuse_confirmed_by: excuse_state === 'unexcused' ? context.userId : null,
  }
}

interface Stored {
  reason: string
  source: string
}

/** Absences that parents report need their excuse. */
export const isReported = (reason: string) => (PUBLIC_REASONS as readonly string[]).includes(reason)

/**
 * The consequences of another reason: a leave must be decided, and the excuse starts again unless parents write it both
 * before and after.
 */
export const excuseOfNewReason = (stored: Stored, reason: SicknoteReason, context: RuleContext) => {
  const leave_decision: LeaveDecision | null = reason === 'leave' ? 'pending' : null
  const isAlike = isReported(stored.reason) && isReported(reason)
  return {
    leave_decision,
    leave_applied_at: leave_decision && context.today,
    leave_decided_by: null,
    ...(!isAlike && {
      excuse_before: null,
      ...firstExcuse({ reason, source: stored.source as SicknoteSource, leave_decision }, context),
    }),
  }
}
