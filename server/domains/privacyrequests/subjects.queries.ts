import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addressLines, type PostalAddress } from '#contract/addresses.ts'
import type { RequestSubject } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import { SUBJECT_HITS_MAX, type SubjectHit } from '#contract/privacyrequests/privacyrequests.ts'
import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { listPersonHints } from '#server/domains/memberships/memberships.whereabouts.shared.queries.ts'

/**
 * Everybody whom a request can be about, by one shape: name and the folded words of a search. People who have left or whose
 * processing is restricted are among them, people in the bin are not.
 */
const SUBJECTS: Record<RequestSubject, RawBuilder<unknown>> = {
  pupil: sql`select p.id, concat_ws(' ', p.firstname, p.lastname_prefix, p.lastname) as name, p.lastname as sorted,
      p.search_name as words
    from pupil p where p.deleted_at is null`,
  guardian: sql`select g.id, g.firstname || ' ' || g.lastname as name, g.lastname as sorted, g.search_name as words
    from guardian g where g.deleted_at is null`,
  registration: sql`select r.id, r.child_firstname || ' ' || r.child_lastname as name, r.child_lastname as sorted,
      r.search_name || (select coalesce(string_agg(c.search_contact, ''), '') from registration_contact c
        where c.school_id = r.school_id and c.registration_id = r.id) as words
    from registration r where r.deleted_at is null`,
  employee: sql`select e.id, e.firstname || ' ' || e.lastname as name, e.lastname as sorted,
      ' ' || search_fold(e.firstname || ' ' || e.lastname || ' ' || e.short_name) as words
    from employee e where e.deleted_at is null`,
  user: sql`select u.id, u.name, u.name as sorted, ' ' || search_fold(u.name) as words
    from app_user u join user_school a on a.user_id = u.id where a.school_id = current_school()`,
}

interface SubjectRow {
  id: number
  name: string
  /** Null for accounts, and for guardians without children. */
  hint: string | null
}

interface SubjectSearch {
  where: RawBuilder<SqlBool>
  limit: number
  today: string
}

const subjectRows = async (
  tx: SchoolTransaction,
  type: RequestSubject,
  { where, limit, today }: SubjectSearch,
): Promise<SubjectRow[]> => {
  const { rows } = await sql<Omit<SubjectRow, 'hint'>>`select id, name from (${SUBJECTS[type]}) s
    where ${where} order by sorted collate person_name, name, id limit ${limit}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const hints = type === 'user' ? new Map() : await listPersonHints(tx, { subject: type, ids }, today)
  return rows.map((row) => ({ ...row, hint: hints.get(row.id) ?? null }))
}

/** People whose words begin with all words of the search; the first ones of each kind. */
export async function searchSubjects(
  tx: SchoolTransaction,
  { search, types, today }: { search: string; types: readonly RequestSubject[]; today: string },
): Promise<SubjectHit[]> {
  const words = searchFold(search).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const where = sql<SqlBool>`${sql.join(
    words.map((word) => sql`s.words like ${`% ${word}%`}`),
    sql` and `,
  )}`
  const find = async (type: RequestSubject) =>
    (await subjectRows(tx, type, { where, limit: SUBJECT_HITS_MAX, today })).map((row) => ({ type, ...row }))
  const found = await withRestricted(tx, () => Promise.all(types.map(find)))
  return found.flat()
}

/** Whether the school knows this person. */
export async function hasSubject(tx: SchoolTransaction, { type, id }: { type: RequestSubject; id: number }) {
  const known = sql`select from (${SUBJECTS[type]}) s where s.id = ${id}`
  const { rows } = await withRestricted(tx, () => known.execute(tx))
  return rows.length > 0
}

/** Names and hints of these people, by kind and id. */
export async function listSubjects(
  tx: SchoolTransaction,
  wanted: readonly { type: RequestSubject; id: number }[],
  today: string,
) {
  const byType = Map.groupBy(wanted, ({ type }) => type)
  const find = async (type: RequestSubject, ids: number[]) => {
    const where = sql<SqlBool>`s.id = any(${ids}::bigint[])`
    return (await subjectRows(tx, type, { where, limit: ids.length, today })).map(
      (row) => [`${type}:${row.id}`, row] as const,
    )
  }
  const found = await withRestricted(tx, () =>
    Promise.all(
      [...byType].map(([type, subjects]) =>
        find(
          type,
          subjects.map(({ id }) => id),
        ),
      ),
    ),
  )
  return new Map<string, SubjectRow>(found.flat())
}

interface Relative {
  guardian_id: number | null
  name: string
  lines: string[]
}

type RelativeRow = PostalAddress & Omit<Relative, 'lines'>

const RELATIVES: Partial<Record<RequestSubject, (id: number) => RawBuilder<RelativeRow>>> = {
  pupil: (id) => sql`
    select null::bigint as guardian_id, concat_ws(' ', firstname, lastname_prefix, lastname) as name,
      street, house_number, address_extra, zip, city, country from pupil where id = ${id}
    union all
    select g.id, g.firstname || ' ' || g.lastname, a.street, a.house_number, a.address_extra, a.zip, a.city, a.country
    from pupil_guardian pg
    join pupil p on p.school_id = pg.school_id and p.id = pg.pupil_id
    join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
    -- The school knows no address of somebody who lives elsewhere and gave none.
    left join lateral (
      select g.street, g.house_number, g.address_extra, g.zip, g.city, g.country where g.street is not null
      union all
      select p.street, p.house_number, p.address_extra, p.zip, p.city, p.country where g.street is null and pg.lives_with_pupil) a
      on true
    where pg.pupil_id = ${id} and g.deleted_at is null`,
  guardian: (id) => sql`
    select id as guardian_id, firstname || ' ' || lastname as name, street, house_number, address_extra, zip, city, country
    from guardian where id = ${id}`,
  registration: (id) => sql`
    select null::bigint as guardian_id, firstname || ' ' || lastname as name, street, house_number,
      null as address_extra, zip, city, null as country
    from registration_contact where registration_id = ${id}`,
}

/** The subject and the people who belong to it, with name and address, as far as the school knows them. */
export async function listRelatives(
  tx: SchoolTransaction,
  { type, id }: { type: RequestSubject; id: number },
): Promise<Relative[]> {
  const query = RELATIVES[type]?.(id)
  if (!query) return []
  const { rows } = await withRestricted(tx, () => query.execute(tx))
  return rows.map(({ guardian_id, name, ...address }) => ({ guardian_id, name, lines: addressLines(address) }))
}

/** The first child with whom a guardian stands, one that still attends the school before one that has left. */
export async function findChildOf(tx: SchoolTransaction, guardianId: number): Promise<number | null> {
  const children = sql<{ id: number }>`select p.id from pupil_guardian pg
    join pupil p on p.school_id = pg.school_id and p.id = pg.pupil_id and p.deleted_at is null
    where pg.guardian_id = ${guardianId} order by p.date_exit is not null, p.firstname, p.id limit 1`
  const { rows } = await withRestricted(tx, () => children.execute(tx))
  return rows[0]?.id ?? null
}

/** Whether only heads see this person now (Art. 18 GDPR). */
export async function isRestricted(tx: SchoolTransaction, { subject, id }: RestrictedPerson) {
  const { rows } = await sql`select from restriction
    where ${sql.ref(`${subject}_id`)} = ${id} and lifted_at is null`.execute(tx)
  return rows.length > 0
}
