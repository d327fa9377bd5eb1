import { type HoldForm, untilRefusal } from '#contract/retentions/retentions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { findRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { deleteHold, deleteNotices, insertHold } from './holds.queries.ts'
import { announce } from './list-notices.ts'
import { readPlan } from './retention-plan.ts'
import { listRetained, lockRegistrations } from './retentions.queries.ts'

/** Puts a hold on an application that has a page, or that the preview shows although it is in the bin. */
const lockNamed = async (tx: SchoolTransaction, id: number) => {
  await lockRegistrations(tx, [id])
  if (!(await findRegistration(tx, id)) && (await listRetained(tx, [id])).length === 0) throw notFound()
}

/**
 * Keeps an application until a day although its period ends (domain DP-07); an announced deletion is announced again
 * later.
 */
export async function holdRetention(
  tx: SchoolTransaction,
  id: number,
  { form, acting }: { form: HoldForm; acting: Acting },
) {
  const refusal = untilRefusal(form.until, acting.today)
  if (refusal) throw invalid({ until: [refusal] })
  await lockNamed(tx, id)
  const { viewer } = acting
  await insertHold(tx, 'registration', { ...form, id, created_by: viewer.user_id })
  await deleteNotices(tx, 'registration', [id])
  await insertEvents(tx, acting, [{ registration_id: id, kind: 'held', note: form.reason }])
}

/** Ends a hold; an application that is due by now is shown in the preview for two weeks first. */
export async function endHold(tx: SchoolTransaction, id: number, acting: Acting) {
  await lockNamed(tx, id)
  if (!(await deleteHold(tx, 'registration', id))) return
  await insertEvents(tx, acting, [{ registration_id: id, kind: 'hold_ended' }])
  const { due } = await readPlan(tx, acting.today, [id])
  await announce(tx, due, acting.today)
}
