import { RegistrationSettings, SchoolLabels } from '#contract/schools/schools.facts.ts'
import type { Queries } from '#server/db/database.ts'
import { type SchoolTransaction, transactionOf } from '#server/db/school-transaction.ts'
import { isInSchool, type Viewer } from '#server/db/viewer.ts'
import { hasSecondFactor } from './account.shared.queries.ts'

/** The account whose password is to be checked; deactivated accounts are not found. */
export const findLogin = (tx: Queries, email: string) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'version', 'password_hash', 'two_factor_enabled_at'])
    .select(hasSecondFactor('app_user').as('has_second_factor'))
    .where('email', '=', email.toLowerCase())
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()

type Login = NonNullable<Awaited<ReturnType<typeof findLogin>>>

/**
 * Locks an account whose password was correct until the end of the transaction; false when it has changed since. The
 * version also shows a deletion that was undone and a new address.
 */
export async function lockLogin(tx: Queries, checked: Login) {
  const row = await tx
    .selectFrom('app_user')
    .select(['version', 'password_hash', 'two_factor_enabled_at', 'deactivated_at'])
    .select(hasSecondFactor('app_user').as('has_second_factor'))
    .where('id', '=', checked.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (
    row?.deactivated_at === null &&
    row.version === checked.version &&
    row.password_hash === checked.password_hash &&
    row.two_factor_enabled_at === checked.two_factor_enabled_at &&
    row.has_second_factor === checked.has_second_factor
  )
}

export const listAttachedSchools = (tx: Queries, userId: number) =>
  tx
    .selectFrom('user_school as a')
    .innerJoin('school as s', 's.id', 'a.school_id')
    .select(['s.id', 's.short'])
    .where('a.user_id', '=', userId)
    .orderBy('s.short')
    .execute()

/** Makes an attached school the active one; false when the user is not attached to it. */
export async function updateActiveSchool(tx: Queries, userId: number, schoolId: number) {
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({ school_id: schoolId })
    .where('id', '=', userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_school as a')
          .select('a.school_id')
          .whereRef('a.user_id', '=', 'app_user.id')
          .where('a.school_id', '=', schoolId),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const readSettings = async (tx: SchoolTransaction) => {
  const rows = await tx
    .selectFrom('school_setting')
    .select(['key', 'setting_value'])
    .where('key', 'in', ['SCHOOL_REGISTRATION_SETTINGS', 'SCHOOL_LABELS'])
    .execute()
  const settingOf = (key: string) => rows.find((row) => row.key === key)?.setting_value ?? {}
  return {
    SCHOOL_REGISTRATION_SETTINGS: {
      isActive: RegistrationSettings.parse(settingOf('SCHOOL_REGISTRATION_SETTINGS')).isActive,
    },
    SCHOOL_LABELS: SchoolLabels.parse(settingOf('SCHOOL_LABELS')),
  }
}

/** The active school as the base data contain it, or null. */
export async function findBaseSchool(tx: Queries, viewer: Viewer) {
  if (!isInSchool(viewer)) return null
  const school = await tx
    .selectFrom('school as s')
    .leftJoin('schoolyear as y', (join) => join.onRef('y.school_id', '=', 's.id').on('y.state', '=', 'active'))
    .select(['s.id', 's.short', 's.name', 's.accent', 'y.name as schoolyear'])
    .where('s.id', '=', viewer.school_id)
    .executeTakeFirstOrThrow()
  return { ...school, ...(await readSettings(transactionOf(tx, viewer))) }
}
