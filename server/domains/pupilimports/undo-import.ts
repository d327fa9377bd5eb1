import { IMPORT_TEXTS } from '#contract/pupil-imports.texts.ts'
import { IMPORT_HOURS, type ImportUndoReport } from '#contract/pupil-imports.ts'
import { logEvent, type SchoolTransaction } from '#server/db/in-school.ts'
import { lockAdmissions } from '#server/domains/pupils/pupils.admission.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import {
  deletePupils,
  listPupilsNow,
  listWritten,
  type PupilNow,
  restoreGuardians,
  restoreMemberships,
  restorePupils,
} from './import-undo.queries.ts'
import { allowLongWork } from './import-write.queries.ts'
import { lockImport, updateImport } from './pupil-imports.queries.ts'
import type { Written } from './write-rows.ts'

const HOUR_MS = 60 * 60 * 1000

const isSameSet = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Nobody has touched since what the row wrote; a new pupil has nothing but what it came with. */
function isUntouched(written: Written, now: PupilNow | undefined) {
  if (now?.version !== written.version) return false
  const { membership_made, pivots_made } = written
  const made = membership_made === null ? [] : [membership_made]
  if (written.is_new) return !now.has_further && isSameSet(now.memberships, made) && isSameSet(now.pivots, pivots_made)
  // A later move of the class comes after the membership that was made, or ends it.
  return made.every((id) => now.memberships.at(-1) === id)
}

async function takeBack(tx: SchoolTransaction, rows: readonly Written[]) {
  const created = rows.filter(({ is_new }) => is_new)
  const changed = rows.filter(({ is_new }) => !is_new)
  await deletePupils(
    tx,
    created.map(({ pupil_id }) => pupil_id),
  )
  await restoreMemberships(tx, {
    made: changed.flatMap(({ membership_made }) => membership_made ?? []),
    former: changed.flatMap(({ membership_former }) => membership_former ?? []),
  })
  await restorePupils(
    tx,
    changed.filter(({ former }) => former !== null),
  )
  await restoreGuardians(tx, {
    pivots: changed.flatMap(({ pivots_made }) => pivots_made),
    made: rows.flatMap(({ guardians_made }) => guardians_made),
    former: rows.flatMap(({ guardians_former }) => guardians_former),
  })
  return { removed: created.length, restored: changed.length }
}

/**
 * Takes an import back as a whole, but for rows that somebody changed since: they stay as they are and are named. Nothing
 * that the import did not write is touched (ux §3.13).
 */
export async function undoImport(tx: SchoolTransaction, { id, now }: { id: number; now: Date }) {
  await allowLongWork(tx)
  await lockAdmissions(tx)
  const { state, finished_at } = await lockImport(tx, id)
  const isOver = finished_at === null || new Date(finished_at).getTime() + IMPORT_HOURS * HOUR_MS <= now.getTime()
  if (state !== 'done' || isOver) throw conflict(IMPORT_TEXTS.undoOver)
  const written = await listWritten(tx, id)
  const pupils = await listPupilsNow(
    tx,
    written.map((row) => row.written.pupil_id),
  )
  const [untouched, touched] = [true, false].map((wanted) =>
    written.filter((row) => isUntouched(row.written, pupils.get(row.written.pupil_id)) === wanted),
  )
  const report: ImportUndoReport = {
    ...(await takeBack(
      tx,
      (untouched ?? []).map((row) => row.written),
    )),
    kept_lines: (touched ?? []).map(({ line }) => line),
  }
  await updateImport(tx, id, { state: 'undone', undo_report: JSON.stringify(report) })
  await logEvent(tx, { action: 'pupil_import_undone', entityType: 'pupil_import', entityId: id })
}
