import { PROVIDER_TEXTS } from '#contract/identityproviders/identityproviders.ts'
import type { Queries } from '#server/db/database.ts'
import { invalid } from '#server/http/api-error.ts'
import { listDemandingSchools } from './logindemands.shared.queries.ts'

interface ProviderChange {
  id: number
  /** What the service would be after the change. */
  next: { is_active: boolean; school_ids: readonly number[] }
}

/** A school that demands a service keeps it: its people have no other way in (ADR 0077). */
export async function refuseDemanded(tx: Queries, { id, next }: ProviderChange) {
  const demanding = await listDemandingSchools(tx, id)
  const left = demanding.filter((school) => !next.is_active || !next.school_ids.includes(school.id))
  if (left.length > 0) throw invalid({}, PROVIDER_TEXTS.demanded(left.map(({ name }) => name)))
}
