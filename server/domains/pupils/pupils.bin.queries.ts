import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Into the bin at the instant; null: out of it. The parents' link stays stored and opens nothing in the meantime. */
export const setDeleted = (tx: SchoolTransaction, ids: readonly number[], at: string | null) =>
  tx
    .updateTable('pupil')
    .set({ deleted_at: at })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** Removes for good who is in the bin since before the instant, and the guardians who then have no child here. */
export async function deleteBinnedPupils(tx: SchoolTransaction, before: string) {
  const binned = tx.selectFrom('pupil').select('id').where('deleted_at', '<=', before)
  const guardians = await tx
    .selectFrom('pupil_guardian')
    .select('guardian_id')
    .distinct()
    .where('pupil_id', 'in', binned)
    .execute()
  await tx.deleteFrom('pupil').where('deleted_at', '<=', before).execute()
  const ids = guardians.map(({ guardian_id }) => guardian_id)
  if (ids.length === 0) return
  await tx
    .deleteFrom('guardian as g')
    .where((eb) => eb('g.id', '=', eb.fn.any(eb.val(ids))))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('pupil_guardian as pg')
            .select('pg.id')
            .whereRef('pg.school_id', '=', 'g.school_id')
            .whereRef('pg.guardian_id', '=', 'g.id'),
        ),
      ),
    )
    .execute()
}
