import { compareChildren } from '#contract/registrations/duplicates.ts'
import { maySeeRestricted, RESTRICTED_SUBJECTS } from '#contract/restrictions/restricted-subjects.ts'
import { RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
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

/**
 * For work that heads do about one person although the processing is restricted, such as an access package: whoever may see
 * this kind of person sees the one that is named. The kind may be one that nobody restricts.
 */
export function evenOfRestricted<T>(
  tx: SchoolTransaction,
  { subject, id, viewer }: { subject: string; id: number; viewer: SchoolViewer },
  work: () => Promise<T>,
): Promise<T> {
  const kind = RESTRICTED_SUBJECTS.find((one) => one === subject)
  if (!kind || !maySeeRestricted(kind, viewer.permissions)) return work()
  return withRestricted(tx, work, { subject: kind, id })
}
