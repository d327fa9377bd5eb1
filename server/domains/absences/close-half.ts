import { ABSENCE_TEXTS, isHalfOver } from '#contract/absences/absences.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { conflict } from '#server/http/api-error.ts'
import { deleteClosedCounts, insertClosedCounts } from './absence-counts.queries.ts'
import { countClass, type HalfQuery } from './read-class-report.ts'

/**
 * Stores a class's counts as they stand on its school reports: later changes of free days or notes do not change them
 * (domain §9).
 */
export async function closeHalf(tx: SchoolTransaction, query: HalfQuery, reader: Reader) {
  const { half, counts } = await countClass(tx, query, reader)
  if (!isHalfOver(half, reader.today)) throw conflict(ABSENCE_TEXTS.notOver)
  await nameAction(tx, 'absence_count', 'absences_closed')
  const closed = await insertClosedCounts(tx, counts, { closedBy: reader.viewer.user_id, half })
  return { message: ABSENCE_TEXTS.closed, closed }
}

/**
 * Counts from the notes again, while there are notes: for the whole class, or only for the rows that one closing
 * stored.
 */
export async function reopenHalf(
  tx: SchoolTransaction,
  { only, ...query }: HalfQuery & { only?: number[] | undefined },
  reader: Reader,
) {
  const { half, pupils, areNotesGone } = await countClass(tx, query, reader)
  if (areNotesGone) throw conflict(ABSENCE_TEXTS.notesAreGone)
  await nameAction(tx, 'absence_count', 'absences_reopened')
  await deleteClosedCounts(tx, { half, pupilIds: pupils.map(({ id }) => id), only })
  return { message: ABSENCE_TEXTS.reopened }
}
