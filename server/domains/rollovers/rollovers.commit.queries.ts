import { sql } from 'kysely'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

const ACTION = 'rollover'

/** What the year change created and changed, with the former values. */
export interface RolloverChanges {
  /** The last day of the old memberships and the first day of the new ones. */
  last_day: string
  first_day: string
  memberships: { id: number; pupil_id: number; schoolgrade_id: number; schoolclass_id: number | null }[]
  /** Pupils whose membership ends, with its former end. */
  ended: { pupil_id: number; date_end: string | null }[]
  leavers: Leaver[]
  /** Created classes, and existing ones that now follow another class. */
  classes: number[]
  linked: { id: number; previous_id: number }[]
  functions: { id: number; schoolclass_id: number; employee_id: number; function: string }[]
  /** The former active year, if the change made the new one active. */
  formerly_active: number | null
}

/** The former and the new values of a pupil who leaves. */
interface Leaver {
  id: number
  date_exit: string | null
  exit_reason: string | null
  status: string
  new_date_exit: string
  new_exit_reason: string
  /**
   * Only if the change set another next school: the former one, and a hash of the new one, which is stored at the pupil
   * alone.
   */
  former_next_school: string | null
  next_school_hash: string | null
}

/** Locks the pupils one after the other: other changes of them wait and then find the new state. */
export const lockYearPupils = (tx: SchoolTransaction, yearId: number) =>
  sql`select id from pupil where id in (select pupil_id from pupil_schoolclass where school_year_id = ${yearId})
    order by id for update`.execute(tx)

/** Ends memberships that are open after the last day; returns their former ends. */
export async function endMemberships(
  tx: SchoolTransaction,
  { pupilIds, lastDay }: { pupilIds: readonly number[]; lastDay: string },
) {
  await nameAction(tx, 'pupil_schoolclass', ACTION)
  const { rows } = await sql<RolloverChanges['ended'][number]>`
    update pupil_schoolclass m set date_end = ${lastDay}::date, updated_at = now() from pupil_schoolclass o
    where o.pupil_id = any(${[...pupilIds]}::bigint[]) and o.date_start <= ${lastDay}::date
      and (o.date_end is null or o.date_end > ${lastDay}::date) and m.school_id = o.school_id and m.id = o.id
    returning m.pupil_id, o.date_end`.execute(tx)
  return rows
}

interface NewMembership {
  pupil_id: number
  schoolgrade_id: number
  schoolclass_id: number | null
}

export async function insertMemberships(
  tx: SchoolTransaction,
  { yearId, firstDay, memberships }: { yearId: number; firstDay: string; memberships: readonly NewMembership[] },
) {
  await nameAction(tx, 'pupil_schoolclass', ACTION)
  const { rows } = await sql<RolloverChanges['memberships'][number]>`
    insert into pupil_schoolclass
      (pupil_id, school_year_id, schoolgrade_id, schoolclass_id, date_start, reason, created_by)
    select n.pupil_id, ${yearId}, n.grade_id, n.class_id, ${firstDay}::date, 'rollover', current_actor()
    from unnest(${memberships.map((one) => one.pupil_id)}::bigint[], ${memberships.map((one) => one.schoolgrade_id)}::bigint[],
      ${memberships.map((one) => one.schoolclass_id)}::bigint[]) as n (pupil_id, grade_id, class_id)
    returning id, pupil_id, schoolgrade_id, schoolclass_id`.execute(tx)
  return rows
}

interface Leaving {
  leavers: readonly { pupil_id: number; exit_reason: string; next_school: string | null }[]
  lastDay: string
  today: string
}

/** The status changes on the day after the last one (domain §1.5), or at once when that is over. */
export async function updateLeavers(tx: SchoolTransaction, { leavers, lastDay, today }: Leaving) {
  await nameAction(tx, 'pupil', ACTION)
  const { rows } = await sql<Leaver>`
    update pupil p set date_exit = l.day, exit_reason = l.reason, next_school = l.school, version = p.version + 1, updated_at = now(),
      status = case when l.day >= ${today}::date then p.status when l.reason = 'graduated' then 'graduated' else 'left' end
    from (select o.*, n.reason, n.school, greatest(o.date_entry, ${lastDay}::date) as day
      from unnest(${leavers.map((one) => one.pupil_id)}::bigint[], ${leavers.map((one) => one.exit_reason)}::text[],
        ${leavers.map((one) => one.next_school)}::text[]) as n (pupil_id, reason, school)
      join pupil o on o.school_id = current_school() and o.id = n.pupil_id) l
    where p.school_id = l.school_id and p.id = l.id
    returning p.id, l.date_exit, l.exit_reason, l.status, p.date_exit as new_date_exit, p.exit_reason as new_exit_reason,
      case when l.next_school is distinct from l.school then l.next_school end as former_next_school,
      case when l.next_school is distinct from l.school then md5(coalesce(l.school, '')) end as next_school_hash`.execute(
    tx,
  )
  return rows
}

/** Sets which class they follow in classes without such a reference; returns these classes. */
export async function updatePrevious(tx: SchoolTransaction, links: RolloverChanges['linked']) {
  await nameAction(tx, 'schoolclass', ACTION)
  const { rows } = await sql<RolloverChanges['linked'][number]>`
    update schoolclass c set previous_schoolclass_id = l.previous_id
    from unnest(${links.map(({ id }) => id)}::bigint[], ${links.map((one) => one.previous_id)}::bigint[]) as l (id, previous_id)
    where c.school_id = current_school() and c.id = l.id and c.previous_schoolclass_id is null
    returning c.id, c.previous_schoolclass_id as previous_id`.execute(tx)
  return rows
}

interface NewFunction {
  schoolclass_id: number
  employee_id: number
  function: string
  position: number
}

export async function insertFunctions(
  tx: SchoolTransaction,
  { firstDay, functions }: { firstDay: string; functions: readonly NewFunction[] },
) {
  await nameAction(tx, 'schoolclass_employee', ACTION)
  const { rows } = await sql<RolloverChanges['functions'][number]>`
    insert into schoolclass_employee (schoolclass_id, employee_id, function, position, date_start, created_by)
    select n.class_id, n.employee_id, n.function, n.position, ${firstDay}::date, current_actor()
    from unnest(${functions.map((one) => one.schoolclass_id)}::bigint[], ${functions.map((one) => one.employee_id)}::bigint[],
      ${functions.map((one) => one.function)}::text[], ${functions.map((one) => one.position)}::int[])
      as n (class_id, employee_id, function, position)
    returning id, schoolclass_id, employee_id, function`.execute(tx)
  return rows
}
