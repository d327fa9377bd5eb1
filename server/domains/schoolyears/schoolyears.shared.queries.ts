import { type Insertable, sql, type Updateable } from 'kysely'
import type { FreeDayKind, FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { Schoolyear } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export async function insertSchoolyear(tx: SchoolTransaction, year: Insertable<Schoolyear>) {
  const { id } = await tx.insertInto('schoolyear').values(year).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Adds stretches without school to a year. */
export const insertFreeDays = async (
  tx: SchoolTransaction,
  { yearId, freeDays }: { yearId: number; freeDays: readonly FreeDays[] },
) => {
  if (freeDays.length === 0) return
  const rows = freeDays.map((free) => ({ ...free, school_year_id: yearId }))
  await tx.insertInto('schoolyear_free_day').values(rows).execute()
}

export const listSchoolyears = (tx: SchoolTransaction) =>
  tx
    .selectFrom('schoolyear')
    .select([
      'id',
      'name',
      'date_start',
      'date_end',
      'half_year_end',
      'first_school_day',
      'state',
      'registration_from',
      'registration_until',
    ])
    .orderBy('date_start')
    .execute()

/** A year of the school; undefined for the id of another school's year. */
export const findSchoolyear = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('schoolyear').selectAll().where('id', '=', id).executeTakeFirst()

/** A year that exists because something refers to it. */
export const getSchoolyear = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('schoolyear').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Years whose online form is open at this time (ISO 8601), earliest first. */
export const listOpenSchoolyears = (tx: SchoolTransaction, now: string) =>
  tx
    .selectFrom('schoolyear')
    .select(['id', 'name', 'date_start', 'date_end', 'first_school_day'])
    .where('registration_from', '<=', now)
    .where((eb) => eb.or([eb('registration_until', 'is', null), eb('registration_until', '>', now)]))
    .where('state', '<>', 'closed')
    .orderBy('date_start')
    .execute()

/** When the form next opens, or undefined. */
export const findNextOpening = (tx: SchoolTransaction, now: string) =>
  tx
    .selectFrom('schoolyear')
    .select(['name', 'registration_from'])
    .where('registration_from', '>', now)
    .orderBy('registration_from')
    .limit(1)
    .executeTakeFirst()

export const findActiveSchoolyear = (tx: SchoolTransaction) =>
  tx.selectFrom('schoolyear').selectAll().where('state', '=', 'active').executeTakeFirst()

/** The federal state of the bound school, whose holidays are known. */
export const getFederalState = (tx: SchoolTransaction) =>
  tx
    .selectFrom('school')
    .select('federal_state')
    .where('id', '=', sql<number>`current_school()`)
    .executeTakeFirstOrThrow()

type CalendarYear = Awaited<ReturnType<typeof listSchoolyears>>[number]

/** The data of a school for counting days: its years, oldest first, and all days without school. */
export interface SchoolCalendar {
  years: readonly CalendarYear[]
  free_days: readonly FreeDays[]
  /** The year of the day (YYYY-MM-DD). */
  yearOf(day: string): CalendarYear | undefined
}

/** Years and free days of the bound school that overlap these days, both included; missing: without bounds. */
export async function readCalendar(
  tx: SchoolTransaction,
  { from = '', to = '9999-12-31' }: { from?: string; to?: string } = {},
): Promise<SchoolCalendar> {
  const years = (await listSchoolyears(tx)).filter((year) => year.date_end >= from && year.date_start <= to)
  const freeDays = await listFreeDays(
    tx,
    years.map(({ id }) => id),
  )
  return {
    years,
    free_days: freeDays.map(({ name, kind, date_start, date_end }) => ({ name, kind, date_start, date_end })),
    yearOf: (day) => years.find((year) => year.date_start <= day && day <= year.date_end),
  }
}

export const updateSchoolyear = async (tx: SchoolTransaction, id: number, change: Updateable<Schoolyear>) => {
  await tx.updateTable('schoolyear').set(change).where('id', '=', id).execute()
}

/** Makes the year active. The former one is closed first, so that two years are never active; returns its id. */
export async function switchActiveYear(tx: SchoolTransaction, id: number) {
  const former = await tx
    .updateTable('schoolyear')
    .set({ state: 'closed' })
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  await nameAction(tx, 'schoolyear', 'schoolyear_activated')
  await updateSchoolyear(tx, id, { state: 'active' })
  return former?.id ?? null
}

/** The free days of these years, by date within each year. */
export const listFreeDays = async (tx: SchoolTransaction, yearIds: readonly number[]) => {
  const rows = await tx
    .selectFrom('schoolyear_free_day')
    .select(['id', 'school_year_id', 'name', 'kind', 'date_start', 'date_end'])
    .where('school_year_id', '=', (eb) => eb.fn.any(eb.val([...yearIds])))
    .orderBy('date_start')
    .orderBy('date_end')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as FreeDayKind }))
}

/** Locks a year for a change until the transaction ends; undefined for one of another school. */
export const lockSchoolyear = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('schoolyear').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** A school's years are added and moved one at a time: two parallel calls would not see that they overlap. */
export const lockSchoolyears = (tx: SchoolTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended('schoolyear ' || current_school(), 0))`.execute(tx)
