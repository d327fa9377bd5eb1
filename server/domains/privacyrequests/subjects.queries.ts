import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addressLines, type PostalAddress } from '#contract/addresses.ts'
import type { RequestSubject } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import { SUBJECT_HITS_MAX, type SubjectHit } from '#contract/privacyrequests/privacyrequests.ts'
import type { RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

/**
 * Everybody whom a request can be about, by one shape: name, what tells two of one name apart, and the folded words of a
 * search. People who have left or whose processing is restricted are among them, people in the bin are not.
 */
const SUBJECTS: Record<RequestSubject, RawBuilder<unknown>> = {
  pupil: sql`select p.id, concat_ws(' ', p.firstname, p.lastname_prefix, p.lastname) as name, p.lastname as sorted,
      'geboren am ' || to_char(p.birthdate, 'DD.MM.YYYY') as hint, p.search_name as words
    from pupil p where p.deleted_at is null`,
  guardian: sql`select g.id, g.firstname || ' ' || g.lastname as name, g.lastname as sorted,
      (select 'bei ' || string_agg(c.firstname, ', ' order by c.firstname) from pupil_guardian pg
        join pupil c on c.school_id = pg.school_id and c.id = pg.pupil_id and c.deleted_at is null
        where pg.school_id = g.school_id and pg.guardian_id = g.id) as hint,
      g.search_name as words
    from guardian g where g.deleted_at is null`,
  registration: sql`select r.id, r.child_firstname || ' ' || r.child_lastname as name, r.child_lastname as sorted,
      'Bewerbung ' || r.number as hint,
      r.search_name || (select coalesce(string_agg(c.search_contact, ''), '') from registration_contact c
        where c.school_id = r.school_id and c.registration_id = r.id) as words
    from registration r where r.deleted_at is null`,
  employee: sql`select e.id, e.firstname || ' ' || e.lastname as name, e.lastname as sorted, 'Kürzel ' || e.short_name as hint,
      ' ' || search_fold(e.firstname || ' ' || e.lastname || ' ' || e.short_name) as words
    from employee e where e.deleted_at is null`,
  user: sql`select u.id, u.name, u.name as sorted, 'Benutzerkonto' as hint, ' ' || search_fold(u.name) as words
    from app_user u join user_school a on a.user_id = u.id where a.school_id = current_school()`,
}

interface SubjectRow {
  id: number
  name: string
  hint: string | null
}

const subjectRows = async (
  tx: SchoolTransaction,
  type: RequestSubject,
  { where, limit }: { where: RawBuilder<SqlBool>; limit: number },
) => {
  const { rows } = await sql<SubjectRow>`select id, name, hint from (${SUBJECTS[type]}) s
    where ${where} order by sorted collate person_name, name, id limit ${limit}`.execute(tx)
  return rows
}

/** People whose words begin with all words of the search; the first ones of each kind. */
export async function searchSubjects(
  tx: SchoolTransaction,
  { search, types }: { search: string; types: readonly RequestSubject[] },
): Promise<SubjectHit[]> {
  const words = searchFold(search).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const where = sql<SqlBool>`${sql.join(
    words.map((word) => sql`s.words like ${`% ${word}%`}`),
    sql` and `,
  )}`
  const find = async (type: RequestSubject) =>
    (await subjectRows(tx, type, { where, limit: SUBJECT_HITS_MAX })).map((row) => ({ type, ...row }))
  const found = await withRestricted(tx, () => Promise.all(types.map(find)))
  return found.flat()
}

/** One person of that kind, or undefined. */
export const findSubject = async (tx: SchoolTransaction, { type, id }: { type: RequestSubject; id: number }) =>
  (await withRestricted(tx, () => subjectRows(tx, type, { where: sql<SqlBool>`s.id = ${id}`, limit: 1 })))[0]

/** Names and hints of these people, by kind and id. */
export async function listSubjects(tx: SchoolTransaction, wanted: readonly { type: RequestSubject; id: number }[]) {
  const byType = Map.groupBy(wanted, ({ type }) => type)
  const find = async (type: RequestSubject, ids: number[]) => {
    const where = sql<SqlBool>`s.id = any(${ids}::bigint[])`
    return (await subjectRows(tx, type, { where, limit: ids.length })).map((row) => [`${type}:${row.id}`, row] as const)
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

/** Whether only heads see this person now (Art. 18 GDPR). */
export async function isRestricted(tx: SchoolTransaction, { subject, id }: RestrictedPerson) {
  const { rows } = await sql`select from restriction
    where ${sql.ref(`${subject}_id`)} = ${id} and lifted_at is null`.execute(tx)
  return rows.length > 0
}
