import { ABSENCE_TEXTS, isHalfOver } from '#contract/absences/absences.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { conflict } from '#server/http/api-error.ts'
import { deleteClosedCounts, insertClosedCounts } from './absence-counts.queries.ts'
import { countClass, type HalfQuery } from './read-class-report.ts'

/** Keeps a class's counts as they stand on its reports: free days or notes changed later do not change them (domain §9). */
export async function closeHalf(tx: SchoolTransaction, query: HalfQuery, reader: Reader) {
  const { half, counts } = await countClass(tx, query, reader)
  if (!isHalfOver(half, reader.today)) throw conflict(ABSENCE_TEXTS.notOver)
  await nameAction(tx, 'absence_count', 'absences_closed')
  const closed = await insertClosedCounts(tx, counts, { closedBy: reader.viewer.user_id, half })
  return { message: ABSENCE_TEXTS.closed, closed }
}

/** Counts again from the notes, as long as there are any: all of the class, or only what one closing kept. */
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
