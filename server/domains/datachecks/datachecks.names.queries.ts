import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The names of these children and guardians; restricted and erased ones are missing. */
export async function listNames(
  tx: SchoolTransaction,
  ids: { pupils: readonly number[]; guardians: readonly number[] },
) {
  const pupils = await tx
    .selectFrom('pupil')
    .select(['id', 'firstname', 'lastname', 'lastname_prefix'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids.pupils]))))
    .execute()
  const guardians = await tx
    .selectFrom('guardian')
    .select(['id', 'title', 'firstname', 'lastname'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids.guardians]))))
    .execute()
  return {
    pupils: new Map(pupils.map((pupil) => [pupil.id, pupil])),
    guardians: new Map(guardians.map((guardian) => [guardian.id, guardian])),
  }
}
