import { sql } from 'kysely'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findActiveSchoolyear, updateSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import type { RolloverChanges } from './rollovers.commit.queries.ts'

const ACTION = 'rollover_undone'

/** How many of the rows that the year change created or changed have been changed since. */
export interface Obstacles {
  /** Pupils with another class, another day or a further membership in the new year. */
  moved: number
  /** Pupils who were added to a created class. */
  joined: number
  /** Created classes that were changed since. */
  classes: number
  /** Functions of people in classes. */
  functions: number
  /** Pupils whose exit was changed. */
  leavers: number
}

/**
 * Counted in one statement from the stored change. A pupil who was deleted for good, or who leaves before the new year
 * and so lost what the change gave, does not prevent the undo. Leaders and assigned people of a class count separately.
 */
export async function countObstacles(tx: SchoolTransaction, rolloverId: number): Promise<Obstacles> {
  const { rows } = await sql<Obstacles>`
    with r as (select to_year_id, changes, (changes->>'last_day')::date as last_day, (changes->>'first_day')::date as first_day
        from rollover where id = ${rolloverId}),
      made as (select x.* from r, jsonb_to_recordset(r.changes->'memberships') as x (id bigint, pupil_id bigint, schoolgrade_id bigint, schoolclass_id bigint)),
      gone as (select x.* from r, jsonb_to_recordset(r.changes->'leavers') as x (id bigint, new_date_exit date, new_exit_reason text)),
      classes as (select x::bigint as id from r, jsonb_array_elements_text(r.changes->'classes') x),
      functions as (select x.* from r, jsonb_to_recordset(r.changes->'functions') as x (id bigint, schoolclass_id bigint, employee_id bigint, function text)),
      placed as (select pupil_id from made union all select id from gone)
    select
      (select count(*) from placed join pupil p on p.school_id = current_school() and p.id = placed.pupil_id
        left join made on made.pupil_id = placed.pupil_id cross join r
        where (made.id is not null and not coalesce(p.date_exit < r.first_day, false)
            and not exists (select from pupil_schoolclass m where m.school_id = p.school_id and m.id = made.id
            and m.schoolgrade_id = made.schoolgrade_id and m.schoolclass_id is not distinct from made.schoolclass_id
            and m.date_start = r.first_day and m.date_end is null))
          or exists (select from pupil_schoolclass n where n.school_id = p.school_id and n.pupil_id = p.id
            and n.id is distinct from made.id and (n.school_year_id = r.to_year_id or n.date_start > r.last_day))) as moved,
      (select count(distinct m.pupil_id) from classes join pupil_schoolclass m on m.school_id = current_school() and m.schoolclass_id = classes.id
        where m.pupil_id not in (select pupil_id from placed)) as joined,
      (select count(*) from classes left join schoolclass c on c.school_id = current_school() and c.id = classes.id
        where c.id is null or exists (select from jsonb_object_keys(c.field_changes) field
          where field not in ('responsible_teachers', 'assigned_employees'))) as classes,
      (select count(*) from functions left join schoolclass_employee f on f.school_id = current_school() and f.id = functions.id cross join r
        where (f.id is null and not exists (select from employee e where e.school_id = current_school()
            and e.id = functions.employee_id and e.date_exit < r.first_day))
          or f.schoolclass_id <> functions.schoolclass_id or f.employee_id <> functions.employee_id
          or f.function <> functions.function or f.date_start <> r.first_day or f.date_end is not null)
      + (select count(*) from classes join schoolclass_employee f on f.school_id = current_school() and f.schoolclass_id = classes.id
        where f.id not in (select id from functions)) as functions,
      (select count(*) from gone join pupil p on p.school_id = current_school() and p.id = gone.id
        where p.date_exit is distinct from gone.new_date_exit or p.exit_reason is distinct from gone.new_exit_reason) as leavers`.execute(
    tx,
  )
  return rows[0] ?? { moved: 0, joined: 0, classes: 0, functions: 0, leavers: 0 }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Deletes what was created: functions and memberships before their classes. */
export async function deleteMade(tx: SchoolTransaction, { functions, memberships, classes }: RolloverChanges) {
  const made = [
    ['schoolclass_employee', idsOf(functions)],
    ['pupil_schoolclass', idsOf(memberships)],
    ['schoolclass', classes],
  ] as const
  for (const [table, ids] of made) {
    await nameAction(tx, table, ACTION)
    await sql`delete from ${sql.table(table)} where school_id = current_school() and id = any(${[...ids]}::bigint[])`.execute(
      tx,
    )
  }
}

export async function updatePreviousBack(tx: SchoolTransaction, linked: RolloverChanges['linked']) {
  await nameAction(tx, 'schoolclass', ACTION)
  await sql`update schoolclass c set previous_schoolclass_id = null
    from unnest(${idsOf(linked)}::bigint[], ${linked.map((one) => one.previous_id)}::bigint[]) as l (id, previous_id)
    where c.school_id = current_school() and c.id = l.id and c.previous_schoolclass_id = l.previous_id`.execute(tx)
}

/**
 * Gives memberships that end on the last day their former end, even if the pupil was moved within the old year since.
 */
export async function updateEndsBack(tx: SchoolTransaction, { ended, last_day }: RolloverChanges) {
  await nameAction(tx, 'pupil_schoolclass', ACTION)
  await sql`update pupil_schoolclass m set date_end = e.date_end, updated_at = now()
    from unnest(${ended.map((one) => one.pupil_id)}::bigint[], ${ended.map((one) => one.date_end)}::date[]) as e (pupil_id, date_end)
    where m.school_id = current_school() and m.pupil_id = e.pupil_id and m.date_end = ${last_day}::date`.execute(tx)
}

/** Takes all exits back. A next school or a status that was changed by hand since stays. */
export async function updateLeaversBack(tx: SchoolTransaction, leavers: RolloverChanges['leavers']) {
  await nameAction(tx, 'pupil', ACTION)
  await sql`update pupil p set date_exit = l.date_exit, exit_reason = l.exit_reason, version = p.version + 1, updated_at = now(),
      status = case when p.status in ('left', 'graduated') then l.status else p.status end,
      next_school = case when md5(coalesce(p.next_school, '')) = l.school_hash then l.school else p.next_school end
    from unnest(${idsOf(leavers)}::bigint[], ${leavers.map((one) => one.date_exit)}::date[],
      ${leavers.map((one) => one.exit_reason)}::text[], ${leavers.map((one) => one.status)}::text[],
      ${leavers.map((one) => one.former_next_school)}::text[], ${leavers.map((one) => one.next_school_hash)}::text[])
      as l (id, date_exit, exit_reason, status, school, school_hash)
    where p.school_id = current_school() and p.id = l.id`.execute(tx)
}

/** The former year becomes active again, unless somebody has made a third one active. */
export async function switchYearBack(
  tx: SchoolTransaction,
  { yearId, formerlyActive }: { yearId: number; formerlyActive: number },
) {
  const active = await findActiveSchoolyear(tx)
  if (active?.id !== yearId) return
  await updateSchoolyear(tx, yearId, { state: 'planned' })
  await nameAction(tx, 'schoolyear', 'schoolyear_activated')
  await updateSchoolyear(tx, formerlyActive, { state: 'active' })
}
