import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

const namedLike = sql`search_fold(c.firstname || ' ' || c.lastname) = search_fold(g.firstname || ' ' || g.lastname)`

/** Parents often share a phone or an address for mails, so these need the same first name. */
const reachedLike = sql`search_fold(c.firstname) = search_fold(g.firstname) and (lower(c.mail) = lower(g.mail)
  or phone_digits(c.phone) in (phone_digits(g.phone_home), phone_digits(g.phone_mobile), phone_digits(g.phone_work)))`

/** The contacts of the applications from which the children of these guardians came, as far as they are the guardians. */
export async function listContactsOf(tx: SchoolTransaction, guardianIds: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from guardian g
    join pupil_guardian pg on pg.guardian_id = g.id
    join registration r on r.pupil_id = pg.pupil_id
    join registration_contact c on c.registration_id = r.id
    where g.id = any(${[...guardianIds]}::bigint[]) and (${namedLike} or ${reachedLike}) order by c.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** In how many other applications somebody of this name can be reached as this guardian can. */
export async function countOtherApplications(tx: SchoolTransaction, guardianId: number) {
  const { rows } = await sql<{ count: number }>`
    select count(distinct c.registration_id)::int as count from guardian g
    join registration_contact c on (${reachedLike})
    join registration r on r.id = c.registration_id and r.deleted_at is null
    where g.id = ${guardianId} and not exists (
      select from pupil_guardian pg where pg.guardian_id = g.id and pg.pupil_id = r.pupil_id)`.execute(tx)
  return rows[0]?.count ?? 0
}

const saysName = (name: 'firstname' | 'lastname') =>
  sql`strpos(' ' || search_fold(n.reporter_name) || ' ', ' ' || search_fold(${sql.ref(`g.${name}`)}) || ' ') > 0`

/**
 * Empties who reported an absence, where it may have been one of these guardians: by one of the names, because many say
 * only that, or by phone.
 */
export const clearReportersLike = (tx: SchoolTransaction, guardianIds: readonly number[]) =>
  sql`update pupil_sicknote n set reporter_name = null, reporter_relation = null, reporter_phone = null
    from guardian g join pupil_guardian pg on pg.guardian_id = g.id
    where g.id = any(${[...guardianIds]}::bigint[]) and n.pupil_id = pg.pupil_id and (${saysName('firstname')} or ${saysName('lastname')}
      or phone_digits(n.reporter_phone) in (phone_digits(g.phone_home), phone_digits(g.phone_mobile), phone_digits(g.phone_work)))`.execute(
    tx,
  )

/** The children of these guardians. */
export async function listChildrenOf(tx: SchoolTransaction, guardianIds: readonly number[]) {
  const { rows } = await sql<{ pupil_id: number }>`
    select distinct pupil_id from pupil_guardian where guardian_id = any(${[...guardianIds]}::bigint[])`.execute(tx)
  return rows.map(({ pupil_id }) => pupil_id)
}
