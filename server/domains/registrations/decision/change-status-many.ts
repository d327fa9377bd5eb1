import { fullName } from '#contract/person-names.ts'
import { BULK_TEXTS, type BulkStatusForm, type StatusResult } from '#contract/registrations/registrations.bulk.ts'
import { statusRefusal } from '#contract/registrations/registrations.status.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import type { LockedRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { applyStatus } from './change-status.ts'
import { getWaitRank, listWaitRanks, lockWithWaitLists } from './registrations.bulk.queries.ts'
import { listPlacesWarnings } from './warn-places.ts'

type Change = BulkStatusForm['changes'][number]

const MISSING = { ok: false, number: null, child: null, status: null, from: null, version: null, wait_rank: null }

const nameOf = ({ number, child_firstname: firstname, child_lastname: lastname }: LockedRegistration) => ({
  number,
  child: fullName({ firstname, lastname }),
})

/** Changes one of the locked applications, or returns why not; a refusal comes before anything is written. */
const changeOne = async (
  tx: SchoolTransaction,
  { id, ...change }: Change,
  { current: seen, acting }: { current: LockedRegistration | undefined; acting: Acting },
): Promise<StatusResult> => {
  if (!seen) return { id, ...MISSING, message: BULK_TEXTS.notFound }
  // Applications changed before this one may have been on the same waiting list.
  const wait_rank = seen.wait_rank === null ? null : await getWaitRank(tx, id)
  const current = { ...seen, wait_rank }
  const named = { id, ...nameOf(current) }
  const { refusal, changed } = await applyStatus(tx, current, { ...change, ...acting })
  if (refusal) {
    const { status, version } = current
    const message = statusRefusal(current) ?? BULK_TEXTS.stale
    return { ...named, ok: false, message, status, from: null, version, wait_rank }
  }
  const from = changed.status === current.status ? null : current.status
  return { ...named, ok: true, message: null, from, ...changed }
}

/**
 * Gives several applications a status, one after the other like single changes; a refusal of one does not stop the
 * others. All lists and rows are locked first, so that two parallel calls wait for each other only once.
 */
export async function changeStatuses(tx: SchoolTransaction, { changes }: BulkStatusForm, acting: Acting) {
  const locked = await lockWithWaitLists(
    tx,
    changes.map(({ id }) => id),
  )
  const results: StatusResult[] = []
  for (const change of changes) results.push(await changeOne(tx, change, { current: locked.get(change.id), acting }))
  const ranks = await listWaitRanks(tx, [...locked.keys()])
  const accepted = results.flatMap(({ id, status, from }) =>
    status === 'accepted' && from !== null ? (locked.get(id) ?? []) : [],
  )
  return {
    results: results.map((result) => ({ ...result, wait_rank: ranks.get(result.id) ?? null })),
    warnings: await listPlacesWarnings(tx, accepted),
  }
}
