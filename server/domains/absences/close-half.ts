import { ABSENCE_TEXTS, isHalfOver } from '#contract/absences/absences.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Asking } from '#server/domains/schoolclasses/schoolclasses.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import { deleteClosedCounts, insertClosedCounts } from './absence-counts.queries.ts'
import { type AskedHalf, countClass } from './read-class-report.ts'

/** Keeps a class's counts as they stand on its reports: free days or notes changed later do not change them (domain §9). */
export async function closeHalf(tx: SchoolTransaction, asked: AskedHalf, asking: Asking) {
  const { half, counts } = await countClass(tx, asked, asking)
  if (!isHalfOver(half, asking.today)) throw conflict(ABSENCE_TEXTS.notOver)
  await nameAction(tx, 'absence_count', 'absences_closed')
  const closed = await insertClosedCounts(tx, counts, { closedBy: asking.viewer.user_id, half })
  return { message: ABSENCE_TEXTS.closed, closed }
}

/** Counts again from the notes, as long as there are any: all of the class, or only what one closing kept. */
export async function reopenHalf(
  tx: SchoolTransaction,
  { only, ...asked }: AskedHalf & { only?: number[] | undefined },
  asking: Asking,
) {
  const { half, pupils, areNotesGone } = await countClass(tx, asked, asking)
  if (areNotesGone) throw conflict(ABSENCE_TEXTS.notesAreGone)
  await nameAction(tx, 'absence_count', 'absences_reopened')
  await deleteClosedCounts(tx, { half, pupilIds: pupils.map(({ id }) => id), only })
  return { message: ABSENCE_TEXTS.reopened }
}
