import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { findChangeSince } from '#server/db/field-changes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict } from '#server/http/api-error.ts'
import { countStatusChangesSince } from './registrations.changes.queries.ts'
import type { LockedRegistration } from './registrations.shared.queries.ts'

/** A future version is refused, because it would count as fresh whatever changed. */
const isUnknown = (current: LockedRegistration, version: number) => version > current.version

/**
 * The user who changed one of the fields since the page's version, and when; undefined when nobody did (domain §9a).
 */
export const findFieldChange = async (
  tx: SchoolTransaction,
  current: LockedRegistration,
  page: { fields: readonly string[]; version: number },
) =>
  isUnknown(current, page.version)
    ? { changed_by: null, changed_at: current.updated_at }
    : findChangeSince(tx, current, page)

/**
 * The 409 for a page that shows the status before somebody else's change; a note written meanwhile does not matter
 * (domain §9a). Without a version there is no check.
 */
export async function findStaleRefusal(
  tx: SchoolTransaction,
  current: LockedRegistration,
  version: number | undefined,
) {
  if (version === undefined || version === current.version) return undefined
  if (!isUnknown(current, version) && (await countStatusChangesSince(tx, current.id, version)) === 0) return undefined
  return conflict(ERROR_TEXTS.stale, {
    changed_by: current.status_changed_by_name,
    changed_at: current.status_changed_at,
    version: current.version,
    status: current.status,
  })
}
