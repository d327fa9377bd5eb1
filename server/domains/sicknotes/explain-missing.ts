import { isAbsence } from '#contract/sicknotes.rules.ts'
import { nameAction, type SchoolTransaction } from '#server/db/in-school.ts'
import { cancelExplained, restoreExplained } from './explained-marks.queries.ts'

interface Note {
  pupil_id: number
  reason: string
  leave_decision: string | null
  date_start: string
  date_end: string
  created_at: string
}

const explains = ({ reason, leave_decision }: Note) => reason !== 'unexplained' && isAbsence(leave_decision)

/** Ends the marks of a missing child that the note explains, under its instant, by which it finds them again. */
export async function explainMissing(tx: SchoolTransaction, note: Note) {
  if (!explains(note)) return
  await nameAction(tx, 'pupil_sicknote', 'sicknote_cancelled')
  await cancelExplained(tx, {
    pupilIds: [note.pupil_id],
    date_start: note.date_start,
    date_end: note.date_end,
    now: new Date(note.created_at),
  })
}

/** Without the note its child is missing as before. */
export async function missAgain(tx: SchoolTransaction, note: Note) {
  if (!explains(note)) return
  await nameAction(tx, 'pupil_sicknote', 'sicknote_restored')
  await restoreExplained(tx, note)
}
