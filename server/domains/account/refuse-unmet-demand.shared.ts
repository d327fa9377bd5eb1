import { SIGN_IN_TEXTS } from '#contract/account/account.ts'
import type { Queries } from '#server/db/database.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import { findUnmetDemand } from './account.ways.queries.ts'

/**
 * Refuses changes of ways to sign in when a school demands another way that the account has and this session did not use.
 * A first link stays possible (ADR 0077).
 */
export async function refuseUnmetDemand(tx: Queries, { user_id }: Pick<Viewer, 'user_id'>) {
  const unmet = await findUnmetDemand(tx, user_id)
  if (unmet) throw invalid({}, SIGN_IN_TEXTS.otherWayFirst(unmet.provider))
}
