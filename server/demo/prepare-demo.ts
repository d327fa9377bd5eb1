import type { Connection } from '#server/db/database.ts'
import { anchorStamps } from './anchored-stamps.queries.ts'
import { fillDemo, refuseOtherData, type Wish } from './demo-school.ts'

interface Wanted extends Wish {
  owner: Connection
  /** How far the demo's clock is ahead of the real one. */
  shiftMs: number
}

/** The demo's database, filled and on the demo's day; one that holds anything else is refused and stays as it is. */
export async function prepareDemo({ owner, shiftMs, ...wish }: Wanted) {
  await refuseOtherData(wish)
  // Before it is filled: what the database stamps then is of the demo's day, too.
  await anchorStamps(owner, shiftMs)
  return fillDemo(wish)
}
