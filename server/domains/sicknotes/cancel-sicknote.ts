import { fullName } from '#contract/person-names.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { countLeave } from './count-leave.ts'
import { explainMissing, missAgain, refuseExplained } from './explain-missing.ts'
import { refuseDecision, refuseForeign } from './refuse-sicknote.ts'
import { refusingSame } from './refusing-same.ts'
import { type LockedSicknote, lockChildrenOf, lockSicknotes, updateSicknotes } from './sicknotes.changes.queries.ts'

async function lockOwn(tx: SchoolTransaction, id: number, acting: Acting) {
  await lockChildrenOf(tx, [id])
  const [note] = await lockSicknotes(tx, [id], acting)
  if (!note) throw notFound()
  refuseForeign(note, acting)
  return note
}

/** The note stays but no longer counts; a repeated call gives the same answer. */
export async function cancelSicknote(tx: SchoolTransaction, id: number, acting: Acting) {
  const note = await lockOwn(tx, id, acting)
  const reply = { message: `Die Meldung für ${fullName(note)} ist gelöscht.` }
  if (note.cancelled_at !== null) return reply
  await nameAction(tx, 'pupil_sicknote', 'sicknote_cancelled')
  await updateSicknotes(tx, [id], {
    cancelled_at: acting.now.toISOString(),
    cancelled_by: acting.viewer.user_id,
    cancelled_as: 'by_staff',
  })
  await missAgain(tx, [note.pupil_id])
  return reply
}

/** A granted leave must still be within the limit of the person who granted it. */
async function refuseGranted(tx: SchoolTransaction, note: LockedSicknote, acting: Acting) {
  if (note.leave_decision !== 'granted') return
  refuseDecision('granted', await countLeave(tx, note), acting.viewer)
}

/** Restores a cancelled note; 409 when the same absence was reported meanwhile. */
export async function restoreSicknote(tx: SchoolTransaction, id: number, acting: Acting) {
  const note = await lockOwn(tx, id, acting)
  const reply = { message: `Die Meldung für ${fullName(note)} ist wieder da.` }
  if (note.cancelled_at === null) return reply
  await refuseExplained(tx, note)
  await refuseGranted(tx, note, acting)
  await nameAction(tx, 'pupil_sicknote', 'sicknote_restored')
  await refusingSame(
    updateSicknotes(tx, [id], { cancelled_at: null, cancelled_by: null, cancelled_as: null, explained_by: null }),
  )
  await explainMissing(tx, [note.pupil_id], acting.now)
  return reply
}
