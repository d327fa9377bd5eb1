import { sql } from 'kysely'
import { addMonths } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { newPupilLinks } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'

/** Pupils with a link who may be 18 on the day; those born on 29 February appear one day too early. */
export async function listLinksOfAge(tx: SchoolTransaction, today: string) {
  const { rows } = await sql<{ pupil_id: number; birthdate: string; created_at: string }>`
    select l.pupil_id, p.birthdate, l.created_at
    from read_pupil_links(array(select id from pupil where birthdate <= ${addMonths(today, -18 * 12)}::date)) l
    join pupil p on p.school_id = l.school_id and p.id = l.pupil_id
    order by l.pupil_id`.execute(tx)
  return rows
}

/** Replaces the links of these pupils, dated at this time (ISO 8601). */
export async function renewLinks(
  tx: SchoolTransaction,
  keys: SecretRing,
  { ids, at }: { ids: readonly number[]; at: string },
) {
  const links = await newPupilLinks(tx, keys, ids)
  await sql`select renew_pupil_links(${[...ids]}::bigint[], ${links.hashes}::bytea[], ${links.sealed}::bytea[], ${at})`.execute(
    tx,
  )
}
