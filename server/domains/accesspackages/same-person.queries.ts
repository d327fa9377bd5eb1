import { sql } from 'kysely'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { isSamePerson } from '#server/domains/pupils/pupils.admission.shared.queries.ts'

/** An adult whose other records are looked for: by name and an address or a number that both records have. */
export interface SoughtPerson {
  firstname: string
  lastname: string
  mail: string | null
  phones: readonly string[]
}

interface Found {
  id: number
  firstname: string
  lastname: string
  /** What the record is about: names of children, or the number of an application. */
  about: string
}

const reachedBy = ({ mail, phones }: SoughtPerson, columns: { mail: string; phones: readonly string[] }) => {
  const hasPhone = columns.phones.map((column) => sql`${sql.ref(column)} = any(${[...phones]}::text[])`)
  return sql`(lower(${sql.ref(columns.mail)}) = ${mail?.toLowerCase() ?? null} or ${sql.join(hasPhone, sql` or `)})`
}

const named = (rows: readonly Found[], sought: SoughtPerson) =>
  rows
    .filter((row) => isSamePerson(row, sought))
    .map(({ id, about, ...person }) => ({ id, name: fullName(person), about }))

/** Guardians of the bound school who are this person. */
export async function listSameGuardians(tx: SchoolTransaction, sought: SoughtPerson) {
  const columns = { mail: 'g.mail', phones: ['g.phone_mobile', 'g.phone_home', 'g.phone_work'] }
  const { rows } = await sql<Found>`
    select g.id, g.firstname, g.lastname, coalesce(string_agg(p.firstname, ', ' order by p.firstname), '') as about
    from guardian g
    left join pupil_guardian pg on pg.school_id = g.school_id and pg.guardian_id = g.id
    left join pupil p on p.school_id = pg.school_id and p.id = pg.pupil_id and p.deleted_at is null
    where g.deleted_at is null and ${reachedBy(sought, columns)}
    group by g.school_id, g.id order by g.id`.execute(tx)
  return named(rows, sought)
}

/** Contacts of the bound school's applications that no child came from yet. */
export async function listSameContacts(tx: SchoolTransaction, sought: SoughtPerson) {
  const columns = { mail: 'k.mail', phones: ['k.phone'] }
  const { rows } = await sql<Found>`
    select k.id, k.firstname, k.lastname, r.number as about
    from registration_contact k
    join registration r on r.school_id = k.school_id and r.id = k.registration_id
    where r.deleted_at is null and r.pupil_id is null and ${reachedBy(sought, columns)}
    order by k.id`.execute(tx)
  return named(rows, sought)
}
