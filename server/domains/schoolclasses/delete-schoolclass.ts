import { SCHOOLCLASS_TEXTS } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { deleteSchoolclass, hasMemberships, lockClass } from './schoolclasses.changes.queries.ts'

/** Deletes a class to which nobody ever belonged, with its functions (domain §1.4); none of a year that is over. */
export async function removeSchoolclass(tx: SchoolTransaction, id: number) {
  const stored = await lockClass(tx, id)
  const year = stored && (await findSchoolyear(tx, stored.school_year_id))
  if (!year) throw notFound()
  if (await hasMemberships(tx, id)) throw invalid({}, SCHOOLCLASS_TEXTS.hasPupils)
  if (year.state === 'closed') throw invalid({}, SCHOOLCLASS_TEXTS.closedYear(year.name))
  await deleteSchoolclass(tx, id)
  return { message: 'Die Klasse ist gelöscht.' }
}
