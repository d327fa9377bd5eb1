import { sql } from 'kysely'
import type { CircularAudience } from '#contract/circulars/circulars.audience.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

type StaffChoice = Pick<CircularAudience, 'is_whole_school' | 'class_ids' | 'employee_types' | 'employee_ids'>

const numbers = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`

/** The people `e` who work here on the day. */
const worksHere = (today: string) =>
  sql<boolean>`(e.deleted_at is null and e.active and (e.date_exit is null or e.date_exit >= ${today}))`

/** The functions `f` of people who lead a class on the day. */
const leadsOn = (today: string) =>
  sql<boolean>`(f.function = 'responsible' and f.date_start <= ${today} and (f.date_end is null or f.date_end >= ${today}))`

/** The classes of the active school year that somebody leads today. */
export async function listLedClasses(tx: SchoolTransaction, today: string) {
  const rows = await tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('employee as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
    )
    .innerJoin('schoolclass as c', (join) =>
      join.onRef('c.school_id', '=', 'f.school_id').onRef('c.id', '=', 'f.schoolclass_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .select('c.id')
    .distinct()
    .where('y.state', '=', 'active')
    .where(worksHere(today))
    .where(leadsOn(today))
    .execute()
  return rows.map(({ id }) => id)
}

/** Who works here today and is chosen, by name. Who leads a class is who does so today. */
export const listStaffRows = (tx: SchoolTransaction, choice: StaffChoice, today: string) =>
  tx
    .selectFrom('employee as e')
    .select(['e.id', 'e.title', 'e.firstname', 'e.lastname', 'e.mail'])
    .where(worksHere(today))
    .where(
      sql<boolean>`(${choice.is_whole_school} or e.id = any(${numbers(choice.employee_ids)})
        or e.employee_type = any(${[...choice.employee_types]}::text[])
        or exists (select from schoolclass_employee f where f.school_id = e.school_id and f.employee_id = e.id
          and f.schoolclass_id = any(${numbers(choice.class_ids)}) and ${leadsOn(today)}))`,
    )
    .orderBy('e.lastname')
    .orderBy('e.firstname')
    .orderBy('e.id')
    .execute()
export type StaffRow = Awaited<ReturnType<typeof listStaffRows>>[number]

/** The names of these people; restricted and erased ones are missing. */
export const listStaffNames = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('employee')
    .select(['id', 'firstname', 'lastname'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()
