import type { Connection } from '#server/db/database.ts'
import { anchorStamps } from './anchored-stamps.queries.ts'
import { fillDemo, refuseOtherData, type Wish } from './demo-school.ts'

interface Wanted extends Wish {
  owner: Connection
  /** How far the demo's clock is ahead of the real one. */
  shiftMs: number
}

/**
 * Prepares the demo's database: filled, and living on the demo's day. A database with other content is refused and not
 * changed.
 */
export async function prepareDemo({ owner, shiftMs, ...wish }: Wanted) {
  await refuseOtherData(wish)
  // This comes before the filling, so that timestamps of the database show the demo's day from the start.
  await anchorStamps(owner, shiftMs)
  return fillDemo(wish)
}
