import { sql } from 'kysely'
import {
  type ConsentPurpose,
  type ConsentState,
  consentState,
  decidersFor,
  isAskedFor,
  pupilVoice,
} from '#contract/consents/consents.state.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listCustodianIds } from './consents.queries.ts'
import { toDecided } from './find-consent.ts'

interface Child {
  id: number
  birthdate: string
}

/** Bigint[] in PostgreSQL's own notation: pg would check each number for characters to escape. */
const listOf = (children: readonly Child[]) => `{${children.map(({ id }) => id).join(',')}}`

/**
 * The state of these consents of each pupil on the day; absent where a consent is not asked for at that age. The caller
 * has made sure that the viewer may see these pupils.
 */
export async function listConsentStates(
  tx: SchoolTransaction,
  children: readonly Child[],
  { purposes, today }: { purposes: readonly ConsentPurpose[]; today: string },
) {
  const records = await tx
    .selectFrom('consent')
    .selectAll()
    .where('purpose', 'in', [...purposes])
    .where(sql<boolean>`pupil_id = any(${listOf(children)}::bigint[])`)
    .orderBy('id')
    .execute()
  const custodians = await listCustodianIds(tx, listOf(children))
  const byPupil = Map.groupBy(records, ({ pupil_id }) => pupil_id)
  return new Map(
    children.map(({ id, birthdate }) => {
      const own = byPupil.get(id) ?? []
      const custodianIds = (custodians.get(id) ?? []).map(({ guardian_id }) => guardian_id)
      const deciders = { custodianIds, voice: pupilVoice(birthdate, today) }
      const states: Partial<Record<ConsentPurpose, ConsentState>> = {}
      for (const purpose of purposes) {
        if (!isAskedFor(purpose, birthdate, today)) continue
        const decided = own.filter((one) => one.purpose === purpose).map(toDecided)
        states[purpose] = consentState(decided, decidersFor(purpose, deciders))
      }
      return [id, states] as const
    }),
  )
}
