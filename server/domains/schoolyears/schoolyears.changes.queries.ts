import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

interface Bounds {
  date_start: string
  date_end: string
}

/** Another year with the same name, and the first other one that has a day in common. */
export async function findRivals(
  tx: SchoolTransaction,
  { id = 0, name, date_start, date_end }: Bounds & { id?: number | undefined; name: string },
) {
  const others = await tx
    .selectFrom('schoolyear')
    .select(['name', 'date_start', 'date_end'])
    .where('id', '<>', id)
    .where((eb) =>
      eb.or([eb('name', '=', name), eb.and([eb('date_start', '<=', date_end), eb('date_end', '>=', date_start)])]),
    )
    .orderBy('date_start')
    .execute()
  return {
    isNameTaken: others.some((other) => other.name === name),
    overlapping: others.find((other) => other.date_start <= date_end && other.date_end >= date_start)?.name,
  }
}

/** Whether data of the year would be outside these bounds: before, after. */
export async function findOutside(tx: SchoolTransaction, id: number, { date_start, date_end }: Bounds) {
  const outside = async (table: 'pupil_schoolclass' | 'schoolyear_free_day') => {
    const { before, after } = await tx
      .selectFrom(table)
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('date_start', '<', date_start).as('before'),
        eb.fn
          .countAll<number>()
          .filterWhere((on) => on.or([on('date_end', '>', date_end), on('date_start', '>', date_end)]))
          .as('after'),
      ])
      .where('school_year_id', '=', id)
      .executeTakeFirstOrThrow()
    return { before: before > 0, after: after > 0 }
  }
  const members = await withRestricted(tx, () => outside('pupil_schoolclass'))
  return { members, freeDays: await outside('schoolyear_free_day') }
}

export const deleteSchoolyear = async (tx: SchoolTransaction, id: number) => {
  await tx.deleteFrom('schoolyear').where('id', '=', id).execute()
}

/** The year that should be active on the day and is not yet: planned, begun and not over. */
export const findYearToActivate = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name'])
    .where('state', '=', 'planned')
    .where('date_start', '<=', today)
    .where('date_end', '>=', today)
    .executeTakeFirst()

export const deleteFreeDays = async (tx: SchoolTransaction, ids: readonly number[]) => {
  if (ids.length === 0) return
  await tx
    .deleteFrom('schoolyear_free_day')
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()
}

/** Gives a year the seats of another one. */
export const copyCapacities = async (tx: SchoolTransaction, { fromId, toId }: { fromId: number; toId: number }) => {
  await tx
    .insertInto('schoolgrade_capacity')
    .columns(['school_year_id', 'schoolgrade_id', 'places'])
    .expression(
      tx
        .selectFrom('schoolgrade_capacity')
        .select((eb) => [eb.val(toId).as('school_year_id'), 'schoolgrade_id', 'places'])
        .where('school_year_id', '=', fromId),
    )
    .execute()
}
