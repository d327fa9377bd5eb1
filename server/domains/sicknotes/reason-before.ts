import { SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes/sicknotes.change.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { refuseCancelled, refuseForeign } from './refuse-sicknote.ts'
import { type LockedSicknote, lockChildrenOf, lockSicknotes, updateSicknotes } from './sicknotes.changes.queries.ts'

/** The columns that another reason may change: the text entered with it, the excuse and the decision about a leave. */
const COLUMNS = [
  'reason',
  'comment',
  'reporter_name',
  'reporter_relation',
  'reporter_phone',
  'is_late',
  'excuse_state',
  'excuse_received_at',
  'excuse_confirmed_by',
  'excuse_before',
  'leave_decision',
  'leave_applied_at',
  'leave_decided_by',
] as const satisfies readonly (keyof LockedSicknote)[]
type Before = Pick<LockedSicknote, (typeof COLUMNS)[number]>

/** The days that decide about lateness and the count of a leave. */
const DAYS = ['date_start', 'date_end', 'partial', 'time_start', 'time_end', 'lessons'] as const

/** The data for `restoreReason`, which are stored beside the new reason. */
export const reasonBefore = (note: LockedSicknote) =>
  JSON.stringify(Object.fromEntries(COLUMNS.map((column) => [column, note[column]])))

/** Gives a note its reason from before the last change; 409 if anything of it was changed since `version`. */
export async function restoreReason(
  tx: SchoolTransaction,
  { id, version }: { id: number; version: number },
  acting: Acting,
) {
  await lockChildrenOf(tx, [id])
  const [note] = await lockSicknotes(tx, [id], acting)
  if (!note) throw notFound()
  refuseForeign(note, acting)
  refuseCancelled(note)
  await refuseStale(tx, { stored: note, fields: [...COLUMNS, ...DAYS], version, current: {} })
  const before = note.reason_before as Before | null
  if (!before) throw conflict(SICKNOTE_CHANGE_TEXTS.noReasonBefore)
  await nameAction(tx, 'pupil_sicknote', 'pupil_sicknote_updated')
  const excuse_before = before.excuse_before && JSON.stringify(before.excuse_before)
  await updateSicknotes(tx, [id], { ...before, excuse_before, reason_before: null })
  return { message: SICKNOTE_CHANGE_TEXTS.reasonIsBack }
}
