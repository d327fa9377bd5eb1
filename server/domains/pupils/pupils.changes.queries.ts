import type { Updateable } from 'kysely'
import type { Pupil } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Held until the transaction ends, so that two changes of one pupil come one after the other; also from the bin. */
export const lockPupil = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('pupil').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type PupilRecord = NonNullable<Awaited<ReturnType<typeof lockPupil>>>

export const updatePupil = (tx: SchoolTransaction, id: number, change: Updateable<Pupil>) =>
  tx.updateTable('pupil').set(change).where('id', '=', id).execute()

/** The earliest membership with the days of its school year; the pupil is held. */
export const findFirstMembership = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'm.school_id').onRef('y.id', '=', 'm.school_year_id'),
    )
    .select(['m.id', 'm.date_start', 'm.date_end', 'y.date_start as year_start', 'y.date_end as year_end'])
    .where('m.pupil_id', '=', pupilId)
    .orderBy('m.date_start')
    .limit(1)
    .executeTakeFirst()

export const moveMembershipStart = (tx: SchoolTransaction, id: number, day: string) =>
  tx.updateTable('pupil_schoolclass').set({ date_start: day }).where('id', '=', id).execute()

/** The school year a day lies in. */
export const findYearOf = (tx: SchoolTransaction, day: string) =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name', 'state', 'date_start', 'date_end'])
    .where('date_start', '<=', day)
    .where('date_end', '>=', day)
    .executeTakeFirst()
