import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { informsParents, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import { newPupilLinks } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'

export interface LinkOfAge {
  pupil_id: number
  birthdate: string
  created_at: string
  /** When the pupil last took back that the parents are informed; null: never, or it still holds. */
  consent_ended_at: string | null
}

/** Pupils of age with a link who do not want their parents to be informed. */
export async function listLinksOfAge(tx: SchoolTransaction, today: string) {
  const { rows } = await sql<LinkOfAge>`
    select l.pupil_id, p.birthdate, l.created_at, (
      select max(ended.at) from (
        select c.withdrawn_at as at from consent c
        where c.school_id = p.school_id and c.pupil_id = p.id and c.purpose = 'parents_informed' and c.pupil_decision = 'granted'
        union all
        select c.created_at from consent c
        where c.school_id = p.school_id and c.pupil_id = p.id and c.purpose = 'parents_informed' and c.pupil_decision = 'refused'
          and exists (select from consent g where g.school_id = c.school_id and g.pupil_id = c.pupil_id
            and g.purpose = c.purpose and g.pupil_decision = 'granted' and g.id < c.id)) ended) as consent_ended_at
    from read_pupil_links(array(select p.id from pupil p where not ${informsParents(ofAgeSince(today))})) l
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
