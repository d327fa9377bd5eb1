import { reasonCounts } from '#contract/circulars/circulars.people.ts'
import {
  type CircularDetails,
  type CircularLeftOut,
  type CircularReason,
  type CircularRecipient,
  LEFT_OUT_REASONS,
} from '#contract/circulars/circulars.ts'

/** A draft is only in memory (security V14). */
export const DRAFT_LIFE = 'nur bis Sie die Seite neu laden oder schließen'

const NOT_ASKED: readonly CircularReason[] = ['no_custody', 'of_age', 'not_waiting']

/** Whether a mail failed or was given up. A mail that somebody stopped on purpose does not count. */
export const isUnreached = (
  { state: whole }: Pick<CircularDetails, 'state'>,
  { state, trouble }: CircularRecipient,
) => {
  if (state !== 'dropped') return state === 'failed'
  return trouble === null ? whole !== 'stopped' : trouble !== 'stopped'
}

/** The school does not write to them in another way either. */
export const isNotAsked = ({ reason }: Pick<CircularLeftOut, 'reason'>) => NOT_ASKED.includes(reason)

/** „1 ohne E-Mail-Adresse, 2 ohne Sorgerecht“. */
export const leftOutCounts = (leftOut: readonly Pick<CircularLeftOut, 'reason'>[]) =>
  reasonCounts(leftOut, { ...LEFT_OUT_REASONS, of_age: 'volljährig' })
