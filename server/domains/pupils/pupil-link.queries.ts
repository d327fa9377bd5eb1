import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken, type SchoolTransaction } from '#server/db/in-school.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'

const PURPOSE = 'pupil link'

/** The two forms in which the uuid of a parents' link is kept. */
export const sealPupilLink = (keys: SecretRing, uuid: string) => ({
  hash: hashToken(uuid),
  sealed: encrypt(keys, PURPOSE, uuid),
})

/**
 * Gives a pupil the parents' link, a new one in place of any old. The hash finds it; the uuid itself is kept encrypted,
 * for it is shown and printed again (domain §9c).
 */
export async function setPupilLink(tx: SchoolTransaction, keys: SecretRing, pupilId: number) {
  const { hash, sealed } = sealPupilLink(keys, randomUUID())
  await sql`select set_pupil_link(${pupilId}, ${hash}, ${sealed})`.execute(tx)
}

/** The uuid again, from how it is kept. */
export const openPupilLink = (keys: SecretRing, sealed: Buffer) => decrypt(keys, PURPOSE, sealed)

/** The same for many at once. */
export async function setPupilLinks(tx: SchoolTransaction, keys: SecretRing, pupilIds: readonly number[]) {
  const links = pupilIds.map(() => sealPupilLink(keys, randomUUID()))
  const [hashes, sealed] = [links.map(({ hash }) => hash), links.map((one) => one.sealed)]
  await sql`select set_pupil_links(${[...pupilIds]}::bigint[], ${hashes}::bytea[], ${sealed}::bytea[])`.execute(tx)
}
