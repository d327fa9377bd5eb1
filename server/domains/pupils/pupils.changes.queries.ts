import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { lockPupil } from './pupils.shared.queries.ts'

export type PupilRecord = NonNullable<Awaited<ReturnType<typeof lockPupil>>>

/** The school year a day lies in. */
export const findYearOf = (tx: SchoolTransaction, day: string) =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name', 'state', 'date_start', 'date_end'])
    .where('date_start', '<=', day)
    .where('date_end', '>=', day)
    .executeTakeFirst()

/** Into the bin at the instant; null: out of it. The parents' link stays stored and opens nothing in the meantime. */
export const setDeleted = (tx: SchoolTransaction, ids: readonly number[], at: string | null) =>
  tx
    .updateTable('pupil')
    .set({ deleted_at: at })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
