import { type RawBuilder, sql } from 'kysely'
import { type ConsentPurpose, consentState } from '#contract/consents/consents.state.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listCustodianIds } from './consents.queries.ts'
import { answersOf, type Child, listOf, type Reading } from './consents.shared.queries.ts'
import { toDecided } from './find-consent.ts'

/** What the statement of a list selects: whether anybody with custody may be hidden from it (Art. 18 GDPR). */
export const HAS_HIDDEN_GUARDIANS = sql<boolean>`exists (select from hidden_guardian)`

/** The decisions about these purposes, oldest first; the ids of the pupils are an array in SQL. */
export const decisionsOf = (
  tx: SchoolTransaction,
  pupilIds: RawBuilder<readonly number[]>,
  purposes: readonly ConsentPurpose[],
) =>
  tx
    .selectFrom('consent')
    .select(['id', 'pupil_id', 'purpose', 'decision', 'given_by_guardian_ids', 'pupil_decision', 'withdrawn_at'])
    .where('purpose', 'in', [...purposes])
    .where(sql<boolean>`pupil_id = any(${pupilIds})`)
    .orderBy('id')
export type ListedDecision = Awaited<ReturnType<ReturnType<typeof decisionsOf>['execute']>>[number]

interface Decided extends Reading {
  decisions: readonly ListedDecision[]
  /** The visible people with custody of a pupil. */
  custodianIdsOf: (pupilId: number) => readonly number[]
  hasHiddenGuardians: boolean
}

/**
 * The states of these consents of each child on the day. Somebody restricted decides as well, so the people with custody are
 * read anew while anybody of the school is hidden.
 */
export async function readConsentStates(
  tx: SchoolTransaction,
  children: readonly Child[],
  { decisions, custodianIdsOf, hasHiddenGuardians, ...reading }: Decided,
) {
  const all = hasHiddenGuardians ? await listCustodianIds(tx, listOf(children)) : undefined
  const byPupil = Map.groupBy(decisions, ({ pupil_id }) => pupil_id)
  return children.map(({ id, birthdate }) => {
    const custodianIds = all ? (all.get(id) ?? []).map(({ guardian_id }) => guardian_id) : custodianIdsOf(id)
    const records = (byPupil.get(id) ?? []).map((row) => ({ ...toDecided(row), purpose: row.purpose }))
    return answersOf({ birthdate, records, custodianIds }, { ...reading, answer: consentState })
  })
}
