import { sql, type Updateable } from 'kysely'
import type { SCHOOL_SETTINGS } from '#contract/schools/schools.ts'
import type { StateCode } from '#contract/schoolyears/state-presets.ts'
import type { School } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'

/** The viewer's schools, or all of the installation, by short name. */
export const listSchools = (tx: SchoolTransaction, viewer: SchoolViewer, { isAll }: { isAll: boolean }) =>
  tx
    .selectFrom('school as s')
    .leftJoin('user_school as a', (join) => join.onRef('a.school_id', '=', 's.id').on('a.user_id', '=', viewer.user_id))
    .select((eb) => [
      eb.ref('s.federal_state').$castTo<StateCode>().as('federal_state'),
      's.id',
      's.short',
      's.name',
      's.city',
      's.grade_min',
      's.grade_max',
      's.accent',
      eb('a.user_id', 'is not', null).$castTo<boolean>().as('is_attached'),
      eb('s.id', '=', viewer.school_id).$castTo<boolean>().as('is_active_school'),
    ])
    .$if(!isAll, (query) => query.where('a.user_id', 'is not', null))
    .orderBy('s.short')
    .execute()

export const updateSchool = (tx: SchoolTransaction, change: Updateable<School>) =>
  tx.updateTable('school').set(change).where('id', '=', sql<number>`current_school()`).execute()

/** A stored setting of the bound school without the defaults; undefined when nothing was ever changed. */
export const findSettingRow = (tx: SchoolTransaction, key: keyof typeof SCHOOL_SETTINGS) =>
  tx
    .selectFrom('school_setting')
    .select(['setting_value', 'version', 'field_changes'])
    .where('key', '=', key)
    .executeTakeFirst()

/** The number of the bound school's applications without a decision. */
export async function countUndecided(tx: SchoolTransaction) {
  const { count } = await tx
    .selectFrom('registration')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['new', 'waiting'])
    .where('withdrawn_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
