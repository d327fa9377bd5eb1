import { type Insertable, sql, type Updateable } from 'kysely'
import { classgradePlain } from '#contract/class-names.ts'
import { EMPLOYEE_TEXTS, type EmployeeRow } from '#contract/employees.ts'
import type { Role } from '#contract/permissions.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import type { Employee } from '#server/db/schema.generated.ts'
import { invalid } from '#server/http/api-error.ts'
import { invitationOf } from '#server/mail/invitation-state.ts'

interface NamedClass {
  id: number
  description: string
  grade: number
  grade_to: number | null
}

/** A class as it is named everywhere (spec §3). */
export const toClassName = ({ id, description, grade, grade_to }: NamedClass) => ({
  id,
  description,
  classgradePlain: classgradePlain({ description, grade, grade_to }),
  schoolgrade: { grade },
})

type Facts = Pick<
  EmployeeRow,
  'id' | 'salutation' | 'title' | 'firstname' | 'lastname' | 'short_name' | 'employee_type' | 'mail' | 'phone'
> &
  Pick<EmployeeRow, 'date_entry' | 'date_exit' | 'active'>

interface ListedEmployee extends Facts {
  user_id: number | null
  email: string | null
  role: Role | null
  /** The account works, and at this school; null: there is none. */
  is_open: boolean | null
  has_password: boolean
  invitation_mail: string | null
  link_expires_at: string | null
  classes: (NamedClass & { function: 'responsible' | 'assigned' })[]
}

const accountOf = (row: ListedEmployee): EmployeeRow['account'] => {
  const { user_id, email, role, is_open, has_password } = row
  if (user_id === null) return { state: 'none', user_id: null, email: null, role: null, invitation: null }
  // Of an account elsewhere this school is told nothing but that it is there.
  if (!is_open) return { state: 'closed', user_id, email: null, role: null, invitation: null }
  return { state: has_password ? 'ready' : 'invited', user_id, email, role, invitation: invitationOf(row).state }
}

/** Everybody outside the bin, or one of them, with today's classes and how far the account has come; by name. */
export async function listEmployees(
  tx: SchoolTransaction,
  { today, id = null }: { today: string; id?: number | null },
): Promise<EmployeeRow[]> {
  const { rows } = await sql<ListedEmployee>`
    with e as materialized (select * from employee where deleted_at is null and (${id}::bigint is null or id = ${id})),
      link as materialized (select * from password_links_of(array(select user_id from e where user_id is not null))
        where expires_at > now()),
      held as materialized (select f.employee_id, f.function, c.id, c.description, g.grade, t.grade as grade_to
        from schoolclass_employee f
        join schoolclass c on c.school_id = f.school_id and c.id = f.schoolclass_id
        join schoolyear y on y.school_id = c.school_id and y.id = c.school_year_id and y.state = 'active'
        join schoolgrade g on g.school_id = c.school_id and g.id = c.schoolgrade_id
        left join schoolgrade t on t.school_id = c.school_id and t.id = c.schoolgrade_to_id
        where f.date_start <= ${today} and (f.date_end is null or f.date_end >= ${today}))
    select e.id, e.salutation, e.title, e.firstname, e.lastname, e.short_name, e.employee_type, e.mail, e.phone,
      e.date_entry, e.date_exit, e.active, e.user_id, u.email, u.role, u.password_hash is not null as has_password,
      u.deactivated_at is null and exists (select from user_school a where a.user_id = u.id and a.school_id = e.school_id)
        as is_open,
      mail.state as invitation_mail, link.expires_at as link_expires_at,
      coalesce((select json_agg(json_build_object('id', h.id, 'description', h.description, 'grade', h.grade,
          'grade_to', h.grade_to, 'function', h.function) order by h.grade, h.description, h.id)
        from held h where h.employee_id = e.id), '[]') as classes
    from e
    left join app_user u on u.id = e.user_id
    left join link on link.user_id = u.id
    left join lateral (select m.state from account_mail m where m.user_id = u.id and m.template = 'invitation'
      order by m.id desc limit 1) mail on u.password_hash is null
    order by e.lastname, e.firstname, e.id`.execute(tx)
  return rows.map((row) => {
    const { user_id: _user, email: _email, role: _role, is_open: _open, has_password: _password, ...facts } = row
    const { invitation_mail: _mail, link_expires_at: _link, ...shown } = facts
    return {
      ...shown,
      classes: row.classes.map((one) => ({ ...toClassName(one), function: one.function })),
      account: accountOf(row),
    }
  })
}

/** Held until the transaction ends, so that two changes of one person come one after the other; also from the bin. */
export const lockEmployee = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('employee').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type LockedEmployee = NonNullable<Awaited<ReturnType<typeof lockEmployee>>>

/** What a broken rule of the table means to who typed, also when two do so at once. */
const REFUSALS: Record<string, { field: string; text: string }> = {
  employee_short_name_once: { field: 'short_name', text: EMPLOYEE_TEXTS.shortTaken },
  employee_school_id_user_id_key: { field: 'user_id', text: EMPLOYEE_TEXTS.accountTaken },
}

const refusingTaken = async <T>(work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    const refusal = REFUSALS[String((error as { constraint?: string }).constraint)]
    throw refusal ? invalid({ [refusal.field]: [refusal.text] }, refusal.text) : error
  }
}

/** Answers the id. 422 when the short name is taken. */
export async function insertEmployee(tx: SchoolTransaction, employee: Insertable<Employee>) {
  const query = tx.insertInto('employee').values(employee).returning('id').executeTakeFirstOrThrow()
  return (await refusingTaken(query)).id
}

/** 422 when the short name or the account is taken. */
export const updateEmployee = (tx: SchoolTransaction, id: number, change: Updateable<Employee>) =>
  refusingTaken(tx.updateTable('employee').set(change).where('id', '=', id).execute())

/** Who has this account here, in the bin or not. */
export const findEmployeeOfUser = (tx: SchoolTransaction, userId: number) =>
  tx.selectFrom('employee').select(['id', 'deleted_at']).where('user_id', '=', userId).executeTakeFirst()

/** Accounts of the bound school that belong to nobody yet, by name. */
export async function listFreeUsers(tx: SchoolTransaction, schoolId: number) {
  return tx
    .selectFrom('app_user as u')
    .innerJoin('user_school as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email'])
    .where('a.school_id', '=', schoolId)
    .where('u.deactivated_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('employee as e')
            .select('e.id')
            .whereRef('e.user_id', '=', 'u.id')
            .where('e.deleted_at', 'is', null),
        ),
      ),
    )
    .orderBy(sql`u.name collate person_name`)
    .orderBy('u.id')
    .execute()
}
