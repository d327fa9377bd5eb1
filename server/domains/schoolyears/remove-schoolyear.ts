import { yearRemovalRefusal } from '#contract/schoolyears/schoolyears.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { deleteSchoolyear } from './schoolyears.changes.queries.ts'
import { listYearDetails } from './schoolyears.details.queries.ts'
import { lockSchoolyear } from './schoolyears.shared.queries.ts'

/** Removes a year that nothing refers to, with its free days and places (domain §1.2). */
export async function removeSchoolyear(tx: SchoolTransaction, { id, now }: { id: number; now: Date }) {
  // Locked first: what is being added to the year right now is then either there or refused.
  if (!(await lockSchoolyear(tx, id))) throw notFound()
  const [year] = await listYearDetails(tx, { now, id })
  if (!year) throw notFound()
  const refusal = yearRemovalRefusal(year)
  if (refusal) throw invalid({}, refusal)
  await deleteSchoolyear(tx, id)
  return { message: `Das Schuljahr ${year.name} ist gelöscht.` }
}
