import { SIGN_IN_TEXTS } from '#contract/account/account.ts'
import type { Queries } from '#server/db/database.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import { findNeglectedWay } from './account.ways.queries.ts'

/**
 * Who knows only the password may not change ways to sign in where a school demands another way that the account has: it
 * has to be signed in with that one. A first link stays possible (ADR 0077).
 */
export async function refuseNeglectedWay(tx: Queries, { user_id }: Pick<Viewer, 'user_id'>) {
  const neglected = await findNeglectedWay(tx, user_id)
  if (neglected) throw invalid({}, SIGN_IN_TEXTS.otherWayFirst(neglected.provider))
}
