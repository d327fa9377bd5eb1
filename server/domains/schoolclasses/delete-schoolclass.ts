import { SCHOOLCLASS_TEXTS } from '#contract/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { deleteSchoolclass, hasMemberships, lockClass } from './schoolclasses.changes.queries.ts'

/** Deletes a class to which nobody ever belonged, with its functions (domain §1.4). */
export async function removeSchoolclass(tx: SchoolTransaction, id: number) {
  if (!(await lockClass(tx, id))) throw notFound()
  if (await hasMemberships(tx, id)) throw invalid({}, SCHOOLCLASS_TEXTS.hasPupils)
  await deleteSchoolclass(tx, id)
  return { message: 'Die Klasse ist gelöscht.' }
}
