import { sql } from 'kysely'
import { LEFT_STATUSES } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { informsParents, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { listStoredLinks, openPupilLink, setPupilLinks } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'

export interface OpenedLink {
  uuid: string
  /** When it replaced another link (ISO 8601); null for the first one. */
  created_at: string
  rotated_at: string | null
}

const instant = (stored: string) => new Date(stored).toISOString()

/**
 * The links of these pupils by their ids; a pupil without a link gets one. The pupils are locked first, so that two
 * parallel requests print the same link.
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

/** The pupils among these who are of age, have a link of their own and a mail address; parents are not informed of them. */
export const listOwnLinkReaders = (tx: SchoolTransaction, ids: readonly number[], today: string) =>
  tx
    .selectFrom('pupil as p')
    .select(['p.id', 'p.firstname', sql<string>`p.mail`.as('mail')])
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids]))))
    .where('p.mail', 'is not', null)
    .where('p.deleted_at', 'is', null)
    .where('p.status', 'not in', LEFT_STATUSES)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', today)]))
    .where(sql<boolean>`not ${informsParents(ofAgeSince(today))}`)
    .orderBy('p.id')
    .execute()
