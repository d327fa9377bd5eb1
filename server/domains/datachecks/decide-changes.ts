import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { logEvent, logEvents, separateLog } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { apply, takeBack } from './apply-change.ts'
import { isUndoable, loadCurrent, seenByOffice } from './current-values.ts'
import { listChanges, renewDeclined, type StoredChange, updateChanges } from './datachecks.changes.queries.ts'
import { findReader, lockReader, type StoredReader } from './datachecks.queries.ts'

interface Deciding {
  readerId: number
  ids: readonly number[]
}

/**
 * The reader with these of its proposals, all locked; 404 for a reader of another school. Proposals that are not there are
 * 409, whatever the reason: the family may have sent others meanwhile.
 */
async function lockChanges(tx: SchoolTransaction, { readerId, ids }: Deciding) {
  const reader = await findReader(tx, readerId)
  if (!reader || !(await lockReader(tx, readerId))) throw notFound()
  await lockFamilies(tx)
  await lockPupils(tx, reader.pupil_ids)
  const all = await listChanges(tx, readerId)
  const chosen = all.filter(({ id }) => ids.includes(id))
  if (chosen.length !== new Set(ids).size) throw conflict(DATA_CHECK_TEXTS.stale)
  return { reader, all, chosen }
}

const refuseDecided = (changes: readonly StoredChange[]) => {
  if (changes.some(({ state }) => state !== 'open')) throw conflict(DATA_CHECK_TEXTS.decided)
}

const log = (tx: SchoolTransaction, action: string, guardianId: number) =>
  logEvent(tx, { action, entityType: 'guardian', entityId: guardianId })

const isRemoval = ({ subject }: StoredChange) => subject === 'gone_contact'
/** Removals come last, because they have log lines of their own. */
const inOrder = (changes: readonly StoredChange[]) =>
  changes.toSorted((one, other) => Number(isRemoval(one)) - Number(isRemoval(other)))
const pupilsOf = (changes: readonly StoredChange[]) => [...new Set(changes.map(({ pupil_id }) => pupil_id))]

/** The history of each child says that the family wanted it. A line has one action, and a removed person needs its own. */
async function applyAll(
  tx: SchoolTransaction,
  { reader, changes }: { reader: StoredReader; changes: readonly StoredChange[] },
  acting: Acting,
) {
  const removals = changes.filter(isRemoval)
  const others = changes.filter((change) => !isRemoval(change))
  for (const change of others) await apply(tx, { change, reader }, acting)
  await log(tx, 'data_check_accepted', reader.guardian_id)
  await logEvents(tx, { action: 'data_check_accepted', entityType: 'pupil', entityIds: pupilsOf(others) })
  if (removals.length === 0) return
  await separateLog(tx, 'removed')
  for (const change of removals) await apply(tx, { change, reader }, acting)
  await logEvents(tx, { action: 'data_check_contact_deleted', entityType: 'pupil', entityIds: pupilsOf(removals) })
}

/**
 * Writes proposals to the records by the use cases of the office's own pages, all or none. 409 when a record is not as
 * the page has shown it, or somebody has decided already.
 */
export async function acceptChanges(
  tx: SchoolTransaction,
  { seen, ...deciding }: Deciding & { seen: string },
  acting: Acting,
) {
  const { reader, all, chosen } = await lockChanges(tx, deciding)
  refuseDecided(chosen)
  const current = await loadCurrent(tx, reader, all)
  if (seen !== seenByOffice(all, current)) throw conflict(DATA_CHECK_TEXTS.stale)
  await applyAll(tx, { reader, changes: chosen }, acting)
  const { viewer, now } = acting
  await updateChanges(tx, deciding.ids, {
    ...{ state: 'accepted', decided_at: now.toISOString(), decided_by: viewer.user_id },
  })
  return { message: DATA_CHECK_TEXTS.accepted(chosen.length) }
}

export async function declineChanges(
  tx: SchoolTransaction,
  { reason, ...deciding }: Deciding & { reason: string | null },
  { viewer, now }: Acting,
) {
  const { reader, chosen } = await lockChanges(tx, deciding)
  refuseDecided(chosen)
  await updateChanges(tx, deciding.ids, {
    ...{ state: 'declined', decided_at: now.toISOString(), decided_by: viewer.user_id, decline_reason: reason },
  })
  await renewDeclined(tx, deciding.readerId)
  await log(tx, 'data_check_declined', reader.guardian_id)
  return { message: DATA_CHECK_TEXTS.declined(chosen.length) }
}

/** Takes decisions back; 409 when an accepted value has been changed again since, or the family wants something newer. */
export async function undoDecision(tx: SchoolTransaction, deciding: Deciding, acting: Acting) {
  const { reader, all, chosen } = await lockChanges(tx, deciding)
  if (chosen.some(({ state }) => state === 'open')) return { message: DATA_CHECK_TEXTS.undone }
  const current = await loadCurrent(tx, reader, all)
  if (!chosen.every((change) => isUndoable({ current, changes: all }, change)))
    throw conflict(DATA_CHECK_TEXTS.notUndoable)
  const accepted = chosen.filter(({ state }) => state === 'accepted')
  for (const change of inOrder(accepted).toReversed()) await takeBack(tx, { change, reader }, acting)
  await updateChanges(tx, deciding.ids, { state: 'open', decided_at: null, decided_by: null })
  await renewDeclined(tx, deciding.readerId)
  await log(tx, 'data_check_undone', reader.guardian_id)
  await logEvents(tx, { action: 'data_check_undone', entityType: 'pupil', entityIds: pupilsOf(accepted) })
  return { message: DATA_CHECK_TEXTS.undone }
}
