import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken, type SchoolTransaction } from '#server/db/in-school.ts'
import { encrypt, type SecretRing } from '#server/secret-keys.ts'

const PURPOSE = 'pupil link'

/**
 * Gives a pupil the parents' link, a new one in place of any old. The hash finds it; the uuid itself is kept encrypted,
 * for it is shown and printed again (domain §9c).
 */
export async function setPupilLink(tx: SchoolTransaction, keys: SecretRing, pupilId: number) {
  const uuid = randomUUID()
  await sql`select set_pupil_link(${pupilId}, ${hashToken(uuid)}, ${encrypt(keys, PURPOSE, uuid)})`.execute(tx)
}
