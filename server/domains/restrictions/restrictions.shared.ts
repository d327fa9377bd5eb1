import { compareChildren } from '#contract/registrations/duplicates.ts'
import { RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict } from '#server/http/api-error.ts'
import { listRestrictedChildren } from './restrictions.shared.queries.ts'

/**
 * 409 when this child is at the school and restricted: nobody records it a second time because no list shows it. The answer
 * says nothing about why.
 */
export async function refuseRestrictedChild(
  tx: SchoolTransaction,
  child: { firstname: string; lastname: string; birthdate: string },
) {
  const restricted = await listRestrictedChildren(tx)
  if (restricted.some((one) => compareChildren(child, one) === 'exact')) throw conflict(RESTRICTION_TEXTS.notHere)
}
