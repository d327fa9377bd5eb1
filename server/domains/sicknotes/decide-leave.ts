import { fullName } from '#contract/person-names.ts'
import { SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes/sicknotes.change.ts'
import { LEAVE_DECISION_LABELS, type LeaveDecision } from '#contract/sicknotes/sicknotes.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { countLeave } from './count-leave.ts'
import { explainMissing, missAgain } from './explain-missing.ts'
import { refuseCancelled, refuseDecided, refuseDecision } from './refuse-sicknote.ts'
import { refusingSame } from './refusing-same.ts'
import { lockChildrenOf, lockSicknotes, updateSicknotes } from './sicknotes.changes.queries.ts'

interface LeaveDecisionInput {
  id: number
  decision: LeaveDecision
}

/** The child is locked first: when two leaves are granted at once, the second one counts the first. */
async function lockLeave(tx: SchoolTransaction, id: number, acting: Acting) {
  await lockChildrenOf(tx, [id])
  const [found] = await lockSicknotes(tx, [id], acting)
  if (!found) throw notFound()
  refuseCancelled(found)
  if (found.leave_decision === null) throw conflict(SICKNOTE_CHANGE_TEXTS.isNoLeave)
  return found
}

/** Grants or refuses a leave, or withdraws that decision (domain §3.5); a refused leave is no absence. */
export async function decideLeave(tx: SchoolTransaction, { id, decision }: LeaveDecisionInput, acting: Acting) {
  const note = await lockLeave(tx, id, acting)
  refuseDecided(note, acting.viewer)
  refuseDecision(decision, await countLeave(tx, note), acting.viewer)
  await nameAction(tx, 'pupil_sicknote', 'sicknote_decided')
  const decided = updateSicknotes(tx, [id], {
    leave_decision: decision,
    leave_decided_by: decision === 'pending' ? null : acting.viewer.user_id,
    excuse_state: decision === 'pending' ? 'open' : 'not_required',
    excuse_received_at: null,
    excuse_confirmed_by: null,
    excuse_before: null,
  })
  // After a refused leave the same absence may have been reported.
  await refusingSame(decided)
  if (decision === 'refused') await missAgain(tx, [note.pupil_id])
  else await explainMissing(tx, [note.pupil_id], acting.now)
  return { message: `Die Beurlaubung von ${fullName(note)} ist ${LEAVE_DECISION_LABELS[decision]}.` }
}
