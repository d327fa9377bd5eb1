import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { lockPupil } from './pupils.shared.queries.ts'

export type PupilRecord = NonNullable<Awaited<ReturnType<typeof lockPupil>>>

/** The school year of a day. */
export const findYearOf = (tx: SchoolTransaction, day: string) =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name', 'state', 'date_start', 'date_end'])
    .where('date_start', '<=', day)
    .where('date_end', '>=', day)
    .executeTakeFirst()

/**
 * Moves pupils into the bin at this time, or out of it (null). The parents' link stays stored, but does not work
 * meanwhile.
 */
export const setDeleted = (tx: SchoolTransaction, ids: readonly number[], at: string | null) =>
  tx
    .updateTable('pupil')
    .set({ deleted_at: at })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
