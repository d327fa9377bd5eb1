import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface Claim {
  name_hash: Buffer
  pupil_number: string
}

/** Answers the owner of each name, by hash in hex. A name that nobody has goes to the first pupil who asks for it. */
export async function claimNames(tx: SchoolTransaction, claims: readonly Claim[]) {
  const hashes = claims.map(({ name_hash }) => name_hash)
  const numbers = claims.map(({ pupil_number }) => pupil_number)
  await sql`insert into moodle_name (name_hash, pupil_number)
    select c.name_hash, c.pupil_number
    from unnest(${hashes}::bytea[], ${numbers}::text[]) with ordinality as c (name_hash, pupil_number, place) order by c.place
    on conflict do nothing`.execute(tx)
  const owned = await tx
    .selectFrom('moodle_name')
    .select(['name_hash', 'pupil_number'])
    .where((eb) => eb('name_hash', '=', eb.fn.any(eb.val(hashes))))
    .execute()
  return new Map(owned.map(({ name_hash, pupil_number }) => [name_hash.toString('hex'), pupil_number]))
}
