import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { deleteRegistrations } from '#server/domains/registrations/registrations.deletion.shared.queries.ts'
import { closeGap, type WaitList } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { insertTallies } from '#server/domains/registrationstats/registrationstats.shared.queries.ts'
import { forgetStoredTexts } from './forget-stored-texts.ts'
import { listTraces } from './traces.queries.ts'

export interface ErasedApplication extends WaitList {
  id: number
  wait_rank: number | null
  /** Unconfirmed applications and those in the bin do not count in the statistics. */
  is_counted: boolean
}

/** Starts with the last rank, so that the ranks of the others stay correct while gaps are closed. */
async function leaveWaitLists(tx: SchoolTransaction, applications: readonly ErasedApplication[]) {
  const waiting = applications.toSorted((a, b) => (b.wait_rank ?? 0) - (a.wait_rank ?? 0))
  for (const row of waiting) if (row.wait_rank !== null) await closeGap(tx, row, row.wait_rank)
}

/** Deletes applications for good, and the stored views that search for somebody in them. */
export async function deleteApplications(tx: SchoolTransaction, ids: readonly number[]) {
  const traces = await listTraces(tx, 'registration', ids)
  await deleteRegistrations(tx, ids)
  await forgetStoredTexts(tx, traces)
}

/** Deletes applications for good and keeps their numbers; the caller has locked them and their waiting lists. */
export async function eraseApplications(tx: SchoolTransaction, applications: readonly ErasedApplication[]) {
  await insertTallies(
    tx,
    applications.filter(({ is_counted }) => is_counted).map(({ id }) => id),
  )
  await leaveWaitLists(tx, applications)
  await deleteApplications(
    tx,
    applications.map(({ id }) => id),
  )
}
