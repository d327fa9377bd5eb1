import { type Insertable, sql, type Updateable } from 'kysely'
import type { ClassFunction, EmployeeRow } from '#contract/employees/employees.ts'
import type { Role } from '#contract/permissions.ts'
import type { Employee } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { invitationOf } from '#server/mail/invitation-state.ts'
import { accountMark } from '#server/mail/unreachable.queries.ts'

type Facts = Pick<
  EmployeeRow,
  'id' | 'salutation' | 'title' | 'firstname' | 'lastname' | 'short_name' | 'employee_type' | 'mail' | 'phone'
> &
  Pick<EmployeeRow, 'date_entry' | 'date_exit' | 'active'>

interface ListedEmployee extends Facts {
  user_id: number | null
  email: string | null
  role: Role | null
  /** Whether the account is active at this school; null when there is none. */
  is_open: boolean | null
  has_password: boolean
  is_made_by_rule: boolean
  invitation_mail: string | null
  link_expires_at: string | null
  unreachable: EmployeeRow['account']['unreachable']
}

/** Only users who manage accounts see more of an account than its state (domain §4). */
const accountOf = (row: ListedEmployee, { permissions }: SchoolViewer): EmployeeRow['account'] => {
  const { user_id, email, role, is_open, has_password, is_made_by_rule } = row
  const hidden = { email: null, role: null, invitation: null, unreachable: null }
  if (user_id === null) return { state: 'none', user_id: null, ...hidden }
  // About an account elsewhere this school only learns that it exists.
  if (!is_open) return { state: 'closed', user_id, ...hidden }
  const state = has_password || is_made_by_rule ? 'ready' : 'invited'
  if (!permissions.includes('manage users')) return { state, user_id, ...hidden }
  return { state, user_id, email, role, invitation: invitationOf(row).state, unreachable: row.unreachable }
}

interface EmployeeQuery {
  today: string
  viewer: SchoolViewer
  /** Only this employee. */
  id?: number | undefined
}

/** The classes of the day in the active year, for each person who leads or is assigned to one. */
async function listClassesOfDay(tx: SchoolTransaction, { today, id }: EmployeeQuery) {
  const rows = await tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'f.school_id').onRef('c.id', '=', 'f.schoolclass_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .select(CLASS_COLUMNS)
    .select(['f.employee_id', 'f.function'])
    .where('y.state', '=', 'active')
    .where('f.date_start', '<=', today)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', today)]))
    .$if(id !== undefined, (query) => query.where('f.employee_id', '=', id ?? null))
    .orderBy(CLASS_ORDER)
    .execute()
  const byEmployee = Map.groupBy(rows, ({ employee_id }) => employee_id)
  return (employeeId: number): EmployeeRow['classes'] =>
    (byEmployee.get(employeeId) ?? []).flatMap((row) => {
      const schoolclass = toClassName(row)
      return schoolclass ? [{ ...schoolclass, function: row.function as ClassFunction['function'] }] : []
    })
}

/** Everybody outside the bin, or one of them, by name, with today's classes and the state of the account. */
export async function listEmployees(tx: SchoolTransaction, query: EmployeeQuery): Promise<EmployeeRow[]> {
  const { id = null, viewer } = query
  const { rows } = await sql<ListedEmployee>`
    with e as materialized (select * from employee where deleted_at is null and (${id}::bigint is null or id = ${id})),
      link as materialized (select * from password_links_of(array(select user_id from e where user_id is not null))
        where expires_at > now())
    select e.id, e.salutation, e.title, e.firstname, e.lastname, e.short_name, e.employee_type, e.mail, e.phone,
      e.date_entry, e.date_exit, e.active, e.user_id, u.email, u.role, u.password_hash is not null as has_password,
      exists (select from identity i where i.user_id = u.id and i.origin = 'rule') as is_made_by_rule,
      u.deactivated_at is null and exists (select from user_school a where a.user_id = u.id and a.school_id = e.school_id)
        as is_open,
      mail.state as invitation_mail, link.expires_at as link_expires_at,
      mark.reason as unreachable
    from e
    left join app_user u on u.id = e.user_id
    left join link on link.user_id = u.id
    left join lateral (select m.state from account_mail m where m.user_id = u.id and m.template = 'invitation'
      order by m.id desc limit 1) mail on u.password_hash is null
    left join lateral (${accountMark}) mark on true
    order by e.lastname, e.firstname, e.id`.execute(tx)
  const classesOf = await listClassesOfDay(tx, query)
  return rows.map((row) => {
    const { user_id: _user, email: _email, role: _role, is_open: _open, has_password: _password, ...facts } = row
    const {
      is_made_by_rule: _rule,
      invitation_mail: _mail,
      link_expires_at: _link,
      unreachable: _mark,
      ...shown
    } = facts
    return { ...shown, classes: classesOf(row.id), account: accountOf(row, viewer) }
  })
}

/** The colleague whose account at this school has this address; an account elsewhere is unknown here. */
export const findEmployeeByAccountMail = (tx: SchoolTransaction, email: string) =>
  tx
    .selectFrom('employee as e')
    .innerJoin('app_user as u', 'u.id', 'e.user_id')
    .innerJoin('user_school as a', (join) =>
      join.onRef('a.user_id', '=', 'u.id').onRef('a.school_id', '=', 'e.school_id'),
    )
    .select(['e.firstname', 'e.lastname'])
    .where('u.email', '=', email.toLowerCase())
    .where('u.deactivated_at', 'is', null)
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst()

/**
 * Locks a person until the transaction ends, so that two changes happen one after the other; people in the bin are
 * found, too.
 */
export const lockEmployee = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('employee').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type LockedEmployee = NonNullable<Awaited<ReturnType<typeof lockEmployee>>>

/** Returns the id. */
export async function insertEmployee(tx: SchoolTransaction, employee: Insertable<Employee>) {
  const { id } = await tx.insertInto('employee').values(employee).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateEmployee = (tx: SchoolTransaction, id: number, change: Updateable<Employee>) =>
  tx.updateTable('employee').set(change).where('id', '=', id).execute()

/** The employee who has this account here, whether in the bin, restricted or not. */
export const findEmployeeOfUser = (tx: SchoolTransaction, userId: number) =>
  withRestricted(tx, () =>
    tx.selectFrom('employee').select(['id', 'deleted_at']).where('user_id', '=', userId).executeTakeFirst(),
  )

/** Accounts of the active school that belong to nobody yet, by name; only users who manage accounts see addresses. */
export async function listFreeUsers(tx: SchoolTransaction, { school_id, role, permissions }: SchoolViewer) {
  const users = await withRestricted(tx, () =>
    tx
      .selectFrom('app_user as u')
      .innerJoin('user_school as a', 'a.user_id', 'u.id')
      .select(['u.id', 'u.name', 'u.email'])
      .where('a.school_id', '=', school_id)
      .where('u.deactivated_at', 'is', null)
      .$if(role !== 'admin', (query) => query.where(sql<boolean>`u.role is distinct from 'admin'`))
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
      .execute(),
  )
  return permissions.includes('manage users') ? users : users.map((user) => ({ ...user, email: null }))
}

/** Like `lockEmployee`; in addition, nobody can give this person a class meanwhile. */
export const lockEmployeeWhole = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('employee').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
