import { isAbsence } from '#contract/sicknotes.rules.ts'
import { nameAction, type SchoolTransaction } from '#server/db/in-school.ts'
import { cancelExplained, restoreExplained } from './explained-marks.queries.ts'

interface Note {
  pupil_id: number
  reason: string
  leave_decision: string | null
  date_start: string
  date_end: string
}

const explains = ({ reason, leave_decision }: Note) => reason !== 'unexplained' && isAbsence(leave_decision)

/** Ends the marks of a missing child that the note explains. */
export async function explainMissing(tx: SchoolTransaction, note: Note, now: Date) {
  if (!explains(note)) return
  const { pupil_id, date_start, date_end } = note
  await nameAction(tx, 'pupil_sicknote', 'sicknote_cancelled')
  await cancelExplained(tx, { pupilIds: [pupil_id], date_start, date_end, now })
}

/** Without the note, or on days it covers no more, its child is missing as before; the child is held (`holdChildrenOf`). */
export async function missAgain(tx: SchoolTransaction, note: Note) {
  if (!explains(note)) return
  await nameAction(tx, 'pupil_sicknote', 'sicknote_restored')
  await restoreExplained(tx, note)
}
