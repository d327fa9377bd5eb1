import { ROLLOVER_TEXTS, type RolloverPlan, type SavedPlan } from '#contract/rollovers/rollovers.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { fitPlan } from './fit-plan.ts'
import { getSituation, getYears } from './rehearse-rollover.ts'
import {
  deleteStoredPlan,
  findStoredPlan,
  insertStoredPlan,
  type StoredPlan,
  updateStoredPlan,
} from './rollovers.plan.queries.ts'
import { followingYear } from './rollovers.situation.queries.ts'

const stampOf = ({ version, saved_at, saved_by }: StoredPlan) => ({
  version,
  saved_at: new Date(saved_at).toISOString(),
  saved_by,
})

/**
 * The plan for the change into a year, without parts that are no longer possible; null when there is none between these
 * years.
 */
export async function getStoredPlan(
  tx: SchoolTransaction,
  { yearId, today }: { yearId: number; today: string },
): Promise<SavedPlan | null> {
  const years = await listSchoolyears(tx)
  const to = years.find(({ id }) => id === yearId)
  if (!to) throw notFound()
  const stored = await findStoredPlan(tx, yearId)
  const from = years.find(({ id }) => id === stored?.from_year_id)
  if (!stored || !from || followingYear(years, from)?.id !== to.id) return null
  return { ...stampOf(stored), ...fitPlan(await getSituation(tx, { from, to }, today), stored.plan) }
}

/** Somebody else saved, discarded or carried out the plan meanwhile. */
const refuse = async (tx: SchoolTransaction, yearId: number) => {
  const stored = await findStoredPlan(tx, yearId)
  return stored ? conflict(ROLLOVER_TEXTS.planChanged, stampOf(stored)) : conflict(ROLLOVER_TEXTS.planGone)
}

interface Saving {
  viewer: SchoolViewer
  now: Date
}

/** Stores a plan unchecked: what is possible is decided when it is loaded and rehearsed. */
export async function savePlan(
  tx: SchoolTransaction,
  { plan, version }: { plan: RolloverPlan; version?: string | undefined },
  { viewer, now }: Saving,
) {
  await getYears(tx, plan)
  const saved_at = now.toISOString()
  const saving = { plan, userId: viewer.user_id, now: saved_at }
  const made = await (version === undefined ? insertStoredPlan(tx, saving) : updateStoredPlan(tx, version, saving))
  if (made === undefined) throw await refuse(tx, plan.to_year_id)
  return { version: made, saved_at }
}

export async function discardPlan(tx: SchoolTransaction, kept: { yearId: number; version: string }) {
  const isThere = (await listSchoolyears(tx)).some(({ id }) => id === kept.yearId)
  if (!isThere) throw notFound()
  if (!(await deleteStoredPlan(tx, kept))) throw await refuse(tx, kept.yearId)
  return { message: 'Die Planung ist verworfen.' }
}
