import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findYearToActivate, switchActiveYear } from './schoolyears.changes.queries.ts'
import { lockSchoolyears } from './schoolyears.details.queries.ts'

/** On its first day the planned year becomes the active one by itself (domain §9c); answers whether it did. */
export async function switchYearOfDay(tx: SchoolTransaction, today: string) {
  await lockSchoolyears(tx)
  const due = await findYearToActivate(tx, today)
  if (due) await switchActiveYear(tx, due.id)
  return due !== undefined
}
