import { type RawBuilder, sql } from 'kysely'
import type { Subject } from '#contract/subjects.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { PersonName } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'

const first = async <T>(query: ReturnType<typeof sql<T>>, tx: SchoolTransaction) => (await query.execute(tx)).rows[0]

/** Whether a hold stands on the record with this id. */
const held = (column: 'pupil_id' | 'employee_id' | 'registration_id', id: string) =>
  sql`exists (select from retention_hold h where h.${sql.ref(column)} = ${sql.ref(id)})`

/** Whether a restriction (domain DP-08) stands on the record with this id. */
const restricted = (column: 'pupil_id' | 'guardian_id' | 'employee_id' | 'registration_id', id: string) =>
  sql`exists (select from restriction s where s.${sql.ref(column)} = ${sql.ref(id)} and s.lifted_at is null)`

/** On the last day somebody is still at the school. A record in the bin was entered by mistake. */
const isHere = (today: string) => sql`(t.deleted_at is null and (t.date_exit is null or t.date_exit >= ${today}))`

interface Facts {
  firstname: string
  lastname: string
  lastname_prefix?: string | null
  is_held: boolean
  is_restricted: boolean
}

export const findPupilFacts = (tx: SchoolTransaction, id: number, today: string) =>
  first(
    sql<Facts & { is_here: boolean; is_application_held: boolean; guardians: number; applications: number }>`
    select t.firstname, t.lastname, t.lastname_prefix, ${held('pupil_id', 't.id')} as is_held, ${isHere(today)} as is_here,
      ${restricted('pupil_id', 't.id')} as is_restricted,
      exists (select from registration r join retention_hold h on h.registration_id = r.id where r.pupil_id = t.id)
        as is_application_held,
      (select count(*)::int from registration r where r.pupil_id = t.id) as applications,
      (select count(*)::int from pupil_guardian g where g.pupil_id = t.id and not exists (
        select from pupil_guardian o where o.guardian_id = g.guardian_id and o.pupil_id <> t.id)) as guardians
    from pupil t where t.id = ${id}`,
    tx,
  )

export const findEmployeeFacts = (tx: SchoolTransaction, id: number, today: string) =>
  first(
    sql<Facts & { is_here: boolean }>`
    select t.firstname, t.lastname, ${held('employee_id', 't.id')} as is_held, ${restricted('employee_id', 't.id')} as is_restricted, ${isHere(today)} as is_here
    from employee t where t.id = ${id}`,
    tx,
  )

export const findApplicationFacts = (tx: SchoolTransaction, id: number) =>
  first(
    sql<Facts>`
    select t.child_firstname as firstname, t.child_lastname as lastname, ${held('registration_id', 't.id')} as is_held,
      (${restricted('registration_id', 't.id')} or ${restricted('pupil_id', 't.pupil_id')}) as is_restricted
    from registration t where t.id = ${id}`,
    tx,
  )

/** Finds guardians without a child, too. `is_last_custodian`: nobody else has custody of one of the children. */
export const findGuardianFacts = (tx: SchoolTransaction, id: number, today: string) =>
  first(
    sql<Facts & { children: number; is_last_custodian: boolean }>`
    select g.firstname, g.lastname,
      exists (select from pupil_guardian r where r.guardian_id = g.id and ${held('pupil_id', 'r.pupil_id')}) as is_held,
      (${restricted('guardian_id', 'g.id')} or exists (select from pupil_guardian r
        where r.guardian_id = g.id and ${restricted('pupil_id', 'r.pupil_id')})) as is_restricted,
      (select count(*)::int from pupil_guardian r where r.guardian_id = g.id) as children,
      exists (select from pupil_guardian r join pupil t on t.id = r.pupil_id
        where r.guardian_id = g.id and r.has_custody and ${isHere(today)} and not exists (
          select from pupil_guardian o where o.pupil_id = t.id and o.has_custody and o.guardian_id <> g.id)) as is_last_custodian
    from guardian g where g.id = ${id}`,
    tx,
  )

export const findContactFacts = (tx: SchoolTransaction, id: number) =>
  first(
    sql<Facts>`
    select t.firstname, t.lastname, ${held('pupil_id', 't.pupil_id')} as is_held,
      ${restricted('pupil_id', 't.pupil_id')} as is_restricted
    from pupil_contact_person t where t.id = ${id}`,
    tx,
  )

const NAMES: Partial<Record<Subject, RawBuilder<PersonName>>> = {
  pupil: sql`select id, firstname, lastname from pupil`,
  guardian: sql`select id, firstname, lastname from guardian`,
  contact_person: sql`select id, firstname, lastname from pupil_contact_person`,
  employee: sql`select id, firstname, lastname from employee`,
  registration: sql`select id, child_firstname as firstname, child_lastname as lastname from registration`,
}

/** First and last name of the person; an account has only one name, so it has none here. */
export async function findErasableName(tx: SchoolTransaction, { subject, id }: { subject: Subject; id: number }) {
  const names = NAMES[subject]
  if (!names) return undefined
  return first(sql<PersonName>`select firstname, lastname from (${names}) n where id = ${id}`, tx)
}

/** These applications, or those from which the pupil came, with what statistics and waiting lists need. */
export async function listApplications(
  tx: SchoolTransaction,
  { ids = [], pupilId }: { ids?: readonly number[]; pupilId?: number },
) {
  const { rows } = await sql<{
    id: number
    wait_rank: number | null
    school_year_id: number
    desired_grade: number
    is_counted: boolean
  }>`
    select id, wait_rank, school_year_id, desired_grade, status <> 'new' and deleted_at is null as is_counted
    from registration where id = any(${[...ids]}::bigint[]) or pupil_id = ${pupilId ?? null} order by id`.execute(tx)
  return rows
}
