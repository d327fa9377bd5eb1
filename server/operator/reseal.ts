import { readSchoolIds } from '#server/backup/table-catalogue.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { type OwnerClient, type Resealed, resealSome, roomsOf } from './reseal.queries.ts'
import { SEALED_PLACES } from './sealed-places.ts'

interface Pass {
  changed: number
  unreadable: number
}

/** Encrypts every old text with the current key. A process that is killed meanwhile loses nothing: the next call goes on. */
export async function resealAll(
  client: OwnerClient,
  ring: SecretRing,
  onProgress: (table: string, pass: Pass) => void = () => {},
): Promise<Pass> {
  const pass = { changed: 0, unreadable: 0 }
  const schoolIds = await readSchoolIds(client)
  for (const place of SEALED_PLACES)
    for (const schoolId of roomsOf(place, schoolIds)) {
      let after: Resealed['last']
      do {
        const some = await resealSome(client, { place, ring, schoolId, after })
        pass.changed += some.changed
        pass.unreadable += some.unreadable
        after = some.last
        onProgress(place.table, pass)
      } while (after)
    }
  return pass
}
