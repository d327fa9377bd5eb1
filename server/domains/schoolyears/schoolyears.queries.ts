import type { Insertable } from 'kysely'
import type { Schoolyear } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export async function insertSchoolyear(tx: SchoolTransaction, year: Insertable<Schoolyear>) {
  const { id } = await tx.insertInto('schoolyear').values(year).returning('id').executeTakeFirstOrThrow()
  return id
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

/** A year of the school, undefined for an id of another. */
export const findSchoolyear = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('schoolyear').selectAll().where('id', '=', id).executeTakeFirst()

/** A year something refers to, which therefore exists. */
export const getSchoolyear = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('schoolyear').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Years whose online form is open at the instant (ISO 8601), earliest first. */
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

/** The state of Germany that the school lies in: its holidays are known. */
export const getFederalState = (tx: SchoolTransaction, schoolId: number) =>
  tx.selectFrom('school').select('federal_state').where('id', '=', schoolId).executeTakeFirstOrThrow()
