import { sql } from 'kysely'
import type { ConsentPurpose } from '#contract/consents/consents.state.ts'
import type { RequestKind } from '#contract/privacyrequests/privacyrequest.record.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface WithdrawnConsent {
  id: number
  pupil_id: number
  firstname: string
  lastname: string
  lastname_prefix: string | null
  /** The day of the withdrawal in Berlin. */
  withdrawn_on: string
}

/** These withdrawn consents with their pupils. */
export async function listWithdrawnConsents(tx: SchoolTransaction, ids: readonly number[]) {
  const { rows } = await sql<WithdrawnConsent>`
    select c.id, c.pupil_id, p.firstname, p.lastname, p.lastname_prefix,
      (c.withdrawn_at at time zone 'Europe/Berlin')::date as withdrawn_on
    from consent c join pupil p on p.school_id = c.school_id and p.id = c.pupil_id
    where c.id = any(${[...ids]}::bigint[]) order by c.pupil_id, c.withdrawn_at, c.id`.execute(tx)
  return rows
}

/** Kind and days of these requests; names stay in the register. */
export async function listEndedRequests(tx: SchoolTransaction, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; kind: RequestKind; received_on: string; done_on: string }>`
    select id, kind, received_on, done_on from privacy_request where id = any(${[...ids]}::bigint[]) order by id`.execute(
    tx,
  )
  return rows
}

interface ClosedAccount {
  id: number
  name: string
  deactivated_at: string
  closed_on: string
}

/** Deactivated accounts of the bound school. */
export async function listClosedAccounts(tx: SchoolTransaction) {
  const { rows } = await sql<ClosedAccount>`
    select u.id, u.name, u.deactivated_at, (u.deactivated_at at time zone 'Europe/Berlin')::date as closed_on
    from app_user u join user_school a on a.user_id = u.id and a.school_id = current_school()
    where u.deactivated_at is not null order by u.name, u.id`.execute(tx)
  return rows
}

interface FamilyMember {
  kind: 'guardian' | 'contact_person'
  id: number
  firstname: string
  lastname: string
  /** All pupils of a guardian at the school, this one too. */
  pupil_ids: number[]
}

/** Guardians and contact persons of a pupil, as the pupil's page shows them. */
export async function listFamilyMembers(tx: SchoolTransaction, pupilId: number) {
  const { rows } = await sql<FamilyMember>`
    select 'guardian' as kind, g.id, g.firstname, g.lastname,
      array(select o.pupil_id from pupil_guardian o join pupil p on p.id = o.pupil_id
        where o.guardian_id = g.id and p.deleted_at is null order by 1) as pupil_ids
    from pupil_guardian r join guardian g on g.id = r.guardian_id where r.pupil_id = ${pupilId}
    union all
    select 'contact_person', c.id, c.firstname, c.lastname, array[c.pupil_id]
    from pupil_contact_person c where c.pupil_id = ${pupilId}
    order by kind desc, id`.execute(tx)
  return rows
}

/** Withdrawn consents of a pupil, the oldest first. */
export async function listConsentsOf(tx: SchoolTransaction, pupilId: number) {
  const { rows } = await sql<{ id: number; purpose: ConsentPurpose; withdrawn_at: string }>`
    select id, purpose, withdrawn_at from consent
    where pupil_id = ${pupilId} and withdrawn_at is not null order by withdrawn_at, id`.execute(tx)
  return rows
}

/** When the account of an employee was deactivated; null: it is active, or there is none. */
export async function findClosedAccount(tx: SchoolTransaction, employeeId: number) {
  const { rows } = await sql<{ deactivated_at: string }>`
    select u.deactivated_at from employee e join app_user u on u.id = e.user_id
    where e.id = ${employeeId} and u.deactivated_at is not null`.execute(tx)
  return rows[0]?.deactivated_at ?? null
}
