import { sql } from 'kysely'
import { addMonths } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import {
  listStoredLinks,
  newPupilLinks,
  openPupilLink,
  setPupilLinks,
} from '#server/domains/pupils/pupil-link.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'

export interface OpenedLink {
  uuid: string
  /** ISO 8601, as when it took the place of another; null: it is the first. */
  created_at: string
  rotated_at: string | null
}

const instant = (stored: string) => new Date(stored).toISOString()

/**
 * The links of these pupils by their ids; who has none gets one. Two who ask at the same time print the same link: the
 * pupils are held before any is made.
 */
export async function listLinks(tx: SchoolTransaction, keys: SecretRing, ids: readonly number[]) {
  let stored = await listStoredLinks(tx, ids)
  if (ids.some((id) => !stored.has(id))) {
    await lockPupils(tx, ids)
    stored = await listStoredLinks(tx, ids)
    const without = ids.filter((id) => !stored.has(id))
    if (without.length > 0) await setPupilLinks(tx, keys, without)
    stored = await listStoredLinks(tx, ids)
  }
  return new Map(
    [...stored.values()].map((row): [number, OpenedLink] => [
      row.pupil_id,
      {
        uuid: openPupilLink(keys, row, row.uuid_encrypted),
        created_at: instant(row.created_at),
        rotated_at: row.rotated_at && instant(row.rotated_at),
      },
    ]),
  )
}

/** Who may be 18 on the day and has a link: born on 29 February also a day too early. */
export async function listLinksOfAge(tx: SchoolTransaction, today: string) {
  const { rows } = await sql<{ pupil_id: number; birthdate: string; created_at: string }>`
    select l.pupil_id, p.birthdate, l.created_at
    from read_pupil_links(array(select id from pupil where birthdate <= ${addMonths(today, -18 * 12)}::date)) l
    join pupil p on p.school_id = l.school_id and p.id = l.pupil_id
    order by l.pupil_id`.execute(tx)
  return rows
}

/** New links in place of those these pupils have, made at the moment (ISO 8601). */
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
