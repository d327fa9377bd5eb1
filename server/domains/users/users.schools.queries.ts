import type { Queries } from '#server/db/database.ts'

/** The schools with these ids, by their short. */
export const listSchools = (tx: Queries, ids: readonly number[]) =>
  tx
    .selectFrom('school')
    .select(['id', 'short', 'name'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .orderBy('short')
    .execute()

interface UserSchools {
  userId: number
  added: readonly number[]
  removed: readonly number[]
  /** The active school afterwards, and what remains when access to several is taken back. */
  activeId: number | null
  homeId: number | null
}

/** Attaches and detaches schools. Whoever stands in one that is taken away stands in the active one at the next request. */
export async function updateUserSchools(tx: Queries, { userId, added, removed, activeId, homeId }: UserSchools) {
  if (removed.length > 0)
    await tx
      .deleteFrom('user_school')
      .where('user_id', '=', userId)
      .where('school_id', '=', (eb) => eb.fn.any(eb.val([...removed])))
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('user_school')
      .values(added.map((school_id) => ({ user_id: userId, school_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx
    .updateTable('app_user')
    .set({ school_id: activeId, home_school_id: homeId })
    .where('id', '=', userId)
    .execute()
}
