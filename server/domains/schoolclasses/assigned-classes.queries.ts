import type { ClassFunctionKey } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { attachedClassIds } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'

interface Assigned {
  userId: number
  today: string
}

async function listAs(tx: SchoolTransaction, wanted: ClassFunctionKey, { userId, today }: Assigned) {
  const ids = attachedClassIds(tx, { user_id: userId }, today).where('f.function', '=', wanted)
  const rows = await tx
    .selectFrom(classNames().as('c'))
    .select(CLASS_COLUMNS)
    .where('c.id', 'in', ids)
    .orderBy(CLASS_ORDER)
    .execute()
  return rows.flatMap((row) => toClassName(row) ?? [])
}

/** The classes of the active year that a user leads or is assigned to on the day (spec §2, profile). */
export const listAssignedClasses = async (tx: SchoolTransaction, assigned: Assigned) => ({
  asResponsibleTeacher: await listAs(tx, 'responsible', assigned),
  asAssignedEmployee: await listAs(tx, 'assigned', assigned),
})

/** Whether an account belongs to the school. */
export const isUserOf = async (tx: SchoolTransaction, { userId, schoolId }: { userId: number; schoolId: number }) =>
  (await tx
    .selectFrom('user_school')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .executeTakeFirst()) !== undefined
