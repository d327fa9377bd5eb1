import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Viewer } from '#server/db/viewer.ts'

/**
 * The schools whose data an account may be shown from the active one: attached ones, the active first, without those
 * that ask for a second factor the account lacks. A role holds at all of them (domain §4).
 */
export async function listReachableSchools(
  tx: SchoolTransaction,
  { user_id, school_id }: Pick<Viewer, 'user_id' | 'school_id'>,
) {
  const schools = await tx
    .selectFrom('user_school as a')
    .innerJoin('school as s', 's.id', 'a.school_id')
    .innerJoin('app_user as u', 'u.id', 'a.user_id')
    .select(['s.id', 's.short', 's.name', 's.city'])
    .where('a.user_id', '=', user_id)
    .where(sql<boolean>`(u.two_factor_enabled_at is not null or not is_two_factor_asked(u.id, u.role, s.id))`)
    .orderBy('s.short')
    .execute()
  return schools.toSorted((a, b) => Number(b.id === school_id) - Number(a.id === school_id))
}
