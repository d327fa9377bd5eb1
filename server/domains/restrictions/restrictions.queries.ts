import { type RawBuilder, sql } from 'kysely'
import type { RestrictedPerson, RestrictedSubject } from '#contract/restrictions/restricted-subjects.ts'
import type { RestrictedRow, Restriction } from '#contract/restrictions/restrictions.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listPersonHints } from '#server/domains/memberships/memberships.whereabouts.shared.queries.ts'

/** The column of `restriction` that names a person of this kind. */
const columnOf = (subject: RestrictedSubject) => sql.ref(`${subject}_id`)

const FULL_NAME = sql<string>`concat_ws(', ', concat_ws(' ', p.lastname_prefix, p.lastname), p.firstname)`
const PLAIN_NAME = sql<string>`concat_ws(', ', p.lastname, p.firstname)`
const CHILD_NAME = sql<string>`concat_ws(', ', p.meta->>'child_lastname', p.meta->>'child_firstname')`

/** The name of a person as lists show it, from the row `p`. */
const NAMES: Record<RestrictedSubject, RawBuilder<string>> = {
  pupil: FULL_NAME,
  guardian: PLAIN_NAME,
  employee: PLAIN_NAME,
  registration: CHILD_NAME,
}

interface FoundPerson {
  name: string
  /** The pupil that an application became; null for everybody else. */
  pupil_id: number | null
}

/** Somebody outside the bin, locked: two heads who restrict or lift at once come one after the other. */
export async function lockPerson(tx: SchoolTransaction, { subject, id }: RestrictedPerson) {
  const pupilId = subject === 'registration' ? sql`p.pupil_id` : sql`null::bigint`
  const { rows } = await sql<FoundPerson>`select ${NAMES[subject]} as name, ${pupilId} as pupil_id
    from ${sql.table(subject)} p where p.id = ${id} and p.deleted_at is null for no key update`.execute(tx)
  return rows[0]
}

/** The name of somebody outside the bin, without a lock. */
export async function findPersonName(tx: SchoolTransaction, { subject, id }: RestrictedPerson) {
  const { rows } = await sql<{ name: string }>`select ${NAMES[subject]} as name
    from ${sql.table(subject)} p where p.id = ${id} and p.deleted_at is null`.execute(tx)
  return rows[0]?.name
}

/** All people of this kind whose processing is restricted; an application that goes with its pupil is not named. */
export async function listRestricted(tx: SchoolTransaction, subject: RestrictedSubject, today: string) {
  const { rows } = await sql<Omit<RestrictedRow, 'hint'>>`
    select ${subject} as subject, p.id, ${NAMES[subject]} as name, r.since, r.reason, u.name as by
    from restriction r
    join ${sql.table(subject)} p on p.school_id = r.school_id and p.id = r.${columnOf(subject)}
    left join app_user u on u.id = r.restricted_by
    where r.lifted_at is null and r.cause_id is null and p.deleted_at is null
    order by 3, p.id`.execute(tx)
  const hints = await listPersonHints(tx, { subject, ids: rows.map(({ id }) => id) }, today)
  return rows.map((row): RestrictedRow => ({ ...row, hint: hints.get(row.id) ?? null }))
}

/** The folded words by which a search finds somebody of this kind, from their row `p`. */
const WORDS: Record<RestrictedSubject, RawBuilder<string>> = {
  pupil: sql`p.search_name`,
  guardian: sql`p.search_name`,
  employee: sql`(' ' || search_fold(p.firstname || ' ' || p.lastname || ' ' || p.short_name)) collate "C"`,
  registration: sql`p.search_name`,
}

/** How many restricted people of these kinds have words that begin with all of these. */
export async function countRestrictedByWords(
  tx: SchoolTransaction,
  subjects: readonly RestrictedSubject[],
  words: readonly string[],
) {
  const found = subjects.map((subject) => {
    const fits = words.map((word) => sql`${WORDS[subject]} like ${`% ${word}%`}`)
    return sql`select count(*) as hits from restriction r
      join ${sql.table(subject)} p on p.school_id = r.school_id and p.id = r.${columnOf(subject)}
      where r.lifted_at is null and r.cause_id is null and p.deleted_at is null and ${sql.join(fits, sql` and `)}`
  })
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(hits), 0)::int as count from (${sql.join(found, sql` union all `)}) f`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Everything there is about one person, the newest first. */
export async function listRestrictionsOf(tx: SchoolTransaction, { subject, id }: RestrictedPerson) {
  const { rows } = await sql<Restriction>`
    select r.since, r.reason, u.name as by, r.lifted_at, r.lifted_reason, l.name as lifted_by
    from restriction r left join app_user u on u.id = r.restricted_by left join app_user l on l.id = r.lifted_by
    where r.${columnOf(subject)} = ${id} order by r.id desc`.execute(tx)
  return rows
}

interface Decision {
  reason: string
  userId: number
  now: Date
}

/** False when the processing is restricted already. The applications that a pupil came from are hidden with it. */
export async function insertRestriction(
  tx: SchoolTransaction,
  { subject, id }: RestrictedPerson,
  { reason, userId, now }: Decision,
) {
  const { rows } = await sql<{ id: number }>`
    insert into restriction (${columnOf(subject)}, reason, since, restricted_by)
    values (${id}, ${reason}, ${now.toISOString()}, ${userId}) on conflict do nothing returning id`.execute(tx)
  const [made] = rows
  if (!made) return false
  if (subject === 'pupil')
    await sql`insert into restriction (registration_id, cause_id, reason, since, restricted_by)
      select r.id, ${made.id}, ${reason}, ${now.toISOString()}, ${userId} from registration r where r.pupil_id = ${id}
      on conflict do nothing`.execute(tx)
  return true
}

/** False when no restriction is in force. */
export async function updateLifted(
  tx: SchoolTransaction,
  { subject, id }: RestrictedPerson,
  { reason, userId, now }: Decision,
) {
  const lifted = sql`lifted_at = ${now.toISOString()}, lifted_by = ${userId}, lifted_reason = ${reason}, updated_at = now()`
  const { rows } = await sql<{ id: number }>`update restriction set ${lifted}
    where ${columnOf(subject)} = ${id} and lifted_at is null returning id`.execute(tx)
  const [ended] = rows
  if (!ended) return false
  await sql`update restriction set ${lifted} where cause_id = ${ended.id} and lifted_at is null`.execute(tx)
  return true
}

/** After the restriction, the preview shows an erasure for two weeks again before it happens. */
export const deleteNoticeOf = (tx: SchoolTransaction, { subject, id }: RestrictedPerson) =>
  subject === 'guardian' ? undefined : sql`delete from retention_notice where ${columnOf(subject)} = ${id}`.execute(tx)

/** The pupils that are found by words about this person. */
export async function listPupilIdsOf(tx: SchoolTransaction, { subject, id }: RestrictedPerson) {
  if (subject === 'pupil') return [id]
  if (subject !== 'guardian') return []
  const rows = await tx.selectFrom('pupil_guardian').select('pupil_id').where('guardian_id', '=', id).execute()
  return rows.map(({ pupil_id }) => pupil_id)
}

/**
 * Computes again the words by which these pupils are found, from what the transaction may see. A restricted guardian is left
 * out, and a pupil who was hidden gets what changed in the family meanwhile.
 */
export const updateSearchOf = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  sql`update pupil p set search_contact = pupil_search_contact(p)
    where p.id = any(${[...pupilIds]}::bigint[]) and p.search_contact <> pupil_search_contact(p)`.execute(tx)

/** Puts a guardian into the bin whose last child was erased while the guardian was restricted. */
export const binChildless = (tx: SchoolTransaction, { subject, id }: RestrictedPerson, now: Date) =>
  subject === 'guardian'
    ? sql`update guardian g set deleted_at = ${now.toISOString()} where g.id = ${id}
        and not exists (select from pupil_guardian pg where pg.school_id = g.school_id and pg.guardian_id = g.id)`.execute(
        tx,
      )
    : undefined
