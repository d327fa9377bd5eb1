import { sql } from 'kysely'
import type { CircularAudience } from '#contract/circulars/circulars.audience.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

type StaffChoice = Pick<CircularAudience, 'is_whole_school' | 'class_ids' | 'employee_types' | 'employee_ids'>

const numbers = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`

/** Who works here today and is chosen, by name. Who leads a class is who does so today. */
export const listStaffRows = (tx: SchoolTransaction, choice: StaffChoice, today: string) =>
  tx
    .selectFrom('employee as e')
    .select(['e.id', 'e.title', 'e.firstname', 'e.lastname', 'e.mail'])
    .where('e.deleted_at', 'is', null)
    .where('e.active', '=', true)
    .where((eb) => eb.or([eb('e.date_exit', 'is', null), eb('e.date_exit', '>=', today)]))
    .where(
      sql<boolean>`(${choice.is_whole_school} or e.id = any(${numbers(choice.employee_ids)})
        or e.employee_type = any(${[...choice.employee_types]}::text[])
        or exists (select from schoolclass_employee f where f.school_id = e.school_id and f.employee_id = e.id
          and f.function = 'responsible' and f.schoolclass_id = any(${numbers(choice.class_ids)})
          and f.date_start <= ${today} and (f.date_end is null or f.date_end >= ${today})))`,
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
