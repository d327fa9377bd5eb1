import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { hasReport, isHeld } from './tidy-sicknotes.queries.ts'

/** Notes that ended up to this day and still say who reported what, counted by their last day. */
export const countReportsByEnd = (tx: SchoolTransaction, until: string) =>
  tx
    .selectFrom('pupil_sicknote')
    .select(['date_end', (eb) => eb.fn.countAll<number>().as('count')])
    .where('date_end', '<=', until)
    .where(hasReport)
    .where(({ not }) => not(isHeld('pupil_sicknote.pupil_id')))
    .groupBy('date_end')
    .orderBy('date_end')
    .execute()

/** Notes that ended after the one day, and on the other or before it. */
export async function countNotesBetween(tx: SchoolTransaction, { after, until }: { after: string; until: string }) {
  const { count } = await tx
    .selectFrom('pupil_sicknote')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('date_end', '>', after)
    .where('date_end', '<=', until)
    .where(({ not }) => not(isHeld('pupil_sicknote.pupil_id')))
    .executeTakeFirstOrThrow()
  return count
}
