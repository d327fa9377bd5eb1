import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken } from '#server/db/hash-token.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { decrypt, encrypt, type Purpose, type SecretRing } from '#server/secret-keys.ts'

/** The pupil that a link belongs to. */
export interface LinkPlace {
  school_id: number
  pupil_id: number
}

const NAME = 'pupil link'
const purposeOf = ({ school_id, pupil_id }: LinkPlace) => ({ name: NAME, place: `${school_id}/${pupil_id}` })

/** The purpose of a link's stored form, and the one of links from before the first update, which are not bound to their child. */
export const pupilLinkPurposes = (place: LinkPlace): [Purpose, Purpose] => [purposeOf(place), NAME]

/** The two forms in which the uuid of a parents' link is stored. */
export const sealPupilLink = (keys: SecretRing, place: LinkPlace, uuid: string) => ({
  hash: hashToken(uuid),
  sealed: encrypt(keys, purposeOf(place), uuid),
})

/** The uuid from its stored form. */
export const openPupilLink = (keys: SecretRing, place: LinkPlace, sealed: Buffer) => {
  try {
    return decrypt(keys, purposeOf(place), sealed)
  } catch {
    return decrypt(keys, NAME, sealed)
  }
}

/** Makes links for pupils of the bound school, in both forms and in the order of their ids, without storing them. */
export async function newPupilLinks(tx: SchoolTransaction, keys: SecretRing, pupilIds: readonly number[]) {
  const { rows } = await sql<{ id: number }>`select current_school() as id`.execute(tx)
  const school_id = rows[0]?.id ?? 0
  const links = pupilIds.map((pupil_id) => sealPupilLink(keys, { school_id, pupil_id }, randomUUID()))
  return { hashes: links.map(({ hash }) => hash), sealed: links.map(({ sealed }) => sealed) }
}

/**
 * Gives pupils a new parents' link, which replaces any old one. The hash finds it; the uuid itself is stored encrypted,
 * because it is shown and printed again (domain §9c).
 */
export async function setPupilLinks(tx: SchoolTransaction, keys: SecretRing, pupilIds: readonly number[]) {
  const { hashes, sealed } = await newPupilLinks(tx, keys, pupilIds)
  await sql`select set_pupil_links(${[...pupilIds]}::bigint[], ${hashes}::bytea[], ${sealed}::bytea[])`.execute(tx)
}

export const setPupilLink = (tx: SchoolTransaction, keys: SecretRing, pupilId: number) =>
  setPupilLinks(tx, keys, [pupilId])

export interface StoredLink extends LinkPlace {
  uuid_encrypted: Buffer
  created_at: string
  rotated_at: string | null
}

/** The links of these pupils of the bound school, by pupil id. */
export async function listStoredLinks(tx: SchoolTransaction, ids: readonly number[]) {
  const { rows } = await sql<StoredLink>`select * from read_pupil_links(${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.pupil_id, row]))
}

interface Returning {
  id: number
  /** Whether the pupil was away at this time (ISO 8601), so that the family did not hear of a new link. */
  wasAwayAt: (instant: string) => boolean
}

/**
 * Pupils who come back keep their parents' link, so that the printed sheet works again. Pupils without a link get one.
 * Returns the ids of those whose old link no longer works: it was deleted, or renewed while they were away.
 */
export async function reviveLinks(tx: SchoolTransaction, keys: SecretRing, returning: readonly Returning[]) {
  const stored = await listStoredLinks(
    tx,
    returning.map(({ id }) => id),
  )
  const without = returning.flatMap(({ id }) => (stored.has(id) ? [] : [id]))
  if (without.length > 0) await setPupilLinks(tx, keys, without)
  const isRenewed = ({ id, wasAwayAt }: Returning) => {
    const link = stored.get(id)
    return !link || (link.rotated_at !== null && wasAwayAt(link.rotated_at))
  }
  return returning.filter(isRenewed).map(({ id }) => id)
}
