import { HOUR_MS } from '#contract/dates.ts'
import type { ImportUndoReport } from '#contract/pupilimports/pupilimports.reports.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import { IMPORT_HOURS } from '#contract/pupilimports/pupilimports.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { lockAdmissions } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import { lockImport } from './get-import.ts'
import {
  deletePupils,
  deleteRelations,
  listPupilsNow,
  listWritten,
  type PupilNow,
  removeChildless,
  restoreGuardians,
  restoreMemberships,
  restorePupils,
} from './import-undo.queries.ts'
import { allowLongWork, type MembershipState } from './import-write.queries.ts'
import { updateImport } from './pupilimports.queries.ts'
import type { Written } from './write-rows.ts'

const isSameSet = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

const isAsLeft = (state: MembershipState, now: MembershipState | undefined) =>
  now !== undefined &&
  now.schoolclass_id === state.schoolclass_id &&
  now.schoolgrade_id === state.schoolgrade_id &&
  now.date_start === state.date_start &&
  now.date_end === state.date_end

/** Nobody has changed the pupil or its rows since; a new pupil has only what the import created. */
function isUntouched(written: Written, now: PupilNow | undefined) {
  if (now?.version !== written.version || now.is_changed) return false
  const memberships = new Map(now.memberships.map((one) => [one.id, one]))
  const isPlaced = written.memberships.every((state) => isAsLeft(state, memberships.get(state.id)))
  const isFamily = isSameSet(now.guardian_ids, written.guardian_ids)
  const isOnly = !written.is_new || (!now.has_further && now.memberships.length === written.memberships.length)
  return isPlaced && isFamily && isOnly
}

interface Sorted {
  untouched: readonly Written[]
  touched: readonly Written[]
  now: Date
}

async function takeBack(tx: SchoolTransaction, { untouched: rows, touched, now }: Sorted) {
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
  await deleteRelations(
    tx,
    changed.flatMap(({ pivots_made }) => pivots_made),
  )
  await restoreGuardians(tx, {
    former: rows.flatMap(({ guardians_former }) => guardians_former),
    importedPupils: touched.map(({ pupil_id }) => pupil_id),
  })
  await removeChildless(tx, {
    ids: rows.flatMap(({ guardian_ids }) => guardian_ids),
    made: rows.flatMap(({ guardians_made }) => guardians_made),
    now: now.toISOString(),
  })
  return { removed: created.length, restored: changed.length }
}

/**
 * Undoes a whole import, except for rows that somebody has changed since: they stay as they are and are listed. Nothing
 * that the import did not write is touched (ux §3.13).
 */
export async function undoImport(tx: SchoolTransaction, { id, now }: { id: number; now: Date }) {
  await allowLongWork(tx)
  await lockAdmissions(tx)
  await lockFamilies(tx)
  const { state, finished_at } = await lockImport(tx, id)
  const isOver = finished_at === null || new Date(finished_at).getTime() + IMPORT_HOURS * HOUR_MS <= now.getTime()
  if (state !== 'done' || isOver) throw conflict(IMPORT_TEXTS.undoOver)
  const written = await listWritten(tx, id)
  const ids = written.map((row) => row.written.pupil_id)
  const pupils = await listPupilsNow(tx, { ids, importId: id })
  const stays = ({ written: row }: (typeof written)[number]) => !isUntouched(row, pupils.get(row.pupil_id))
  const [kept, others] = [written.filter(stays), written.filter((row) => !stays(row))]
  const [touched, untouched] = [kept, others].map((rows) => rows.map((row) => row.written)) as [Written[], Written[]]
  const report: ImportUndoReport = {
    ...(await takeBack(tx, { untouched, touched, now })),
    kept_lines: kept.map(({ line }) => line),
  }
  await updateImport(tx, id, { state: 'undone', undo_report: JSON.stringify(report) })
  await logEvent(tx, { action: 'pupil_import_undone', entityType: 'pupil_import', entityId: id })
}
