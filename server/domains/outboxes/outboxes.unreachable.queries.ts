import { type RawBuilder, sql } from 'kysely'
import type { ContactKind } from '#contract/outboxes/outboxes.unreachable.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** A person with an address, as the record has it now. */
interface AddressRow {
  id: number
  firstname: string
  lastname: string
  lastname_prefix: string | null
  mail: string
  page_id: number
  child_firstname: string | null
  child_lastname: string | null
  child_lastname_prefix: string | null
}

const NO_CHILD = sql`null::text as child_firstname, null::text as child_lastname, null::text as child_lastname_prefix`

/** Everybody of each kind who has an address and is neither deleted nor, by the database, restricted. */
const PEOPLE: Record<ContactKind, RawBuilder<unknown>> = {
  guardian: sql`select distinct on (g.id) g.id, g.firstname, g.lastname, null::text as lastname_prefix, g.mail, p.id as page_id,
      p.firstname as child_firstname, p.lastname as child_lastname, p.lastname_prefix as child_lastname_prefix
    from guardian g join pupil_guardian pg on pg.school_id = g.school_id and pg.guardian_id = g.id
    join pupil p on p.school_id = pg.school_id and p.id = pg.pupil_id and p.deleted_at is null
    where g.deleted_at is null order by g.id, p.id`,
  pupil: sql`select id, firstname, lastname, lastname_prefix, mail, id as page_id, ${NO_CHILD}
    from pupil where deleted_at is null`,
  registration_contact: sql`select c.id, c.firstname, c.lastname, null::text as lastname_prefix, c.mail, r.id as page_id,
      r.child_firstname, r.child_lastname, null::text as child_lastname_prefix
    from registration_contact c join registration r on r.school_id = c.school_id and r.id = c.registration_id
    where r.deleted_at is null`,
  employee: sql`select id, firstname, lastname, null::text as lastname_prefix, mail, id as page_id, ${NO_CHILD}
    from employee where deleted_at is null`,
}

const hashed = sql`sha256(convert_to(lower(mail), 'UTF8'))`

/** Who of this kind has one of these addresses. */
export async function listPeopleByAddress(tx: SchoolTransaction, kind: ContactKind, hashes: readonly Buffer[]) {
  const { rows } = await sql<AddressRow>`select * from (${PEOPLE[kind]}) people
    where mail is not null and ${hashed} = any(${[...hashes]}::bytea[]) order by lastname, firstname, id`.execute(tx)
  return rows
}

export async function findPersonWithAddress(tx: SchoolTransaction, kind: ContactKind, id: number) {
  const { rows } = await sql<AddressRow>`select * from (${PEOPLE[kind]}) people
    where mail is not null and id = ${id}`.execute(tx)
  return rows[0]
}
