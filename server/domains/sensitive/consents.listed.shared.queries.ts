import { sql } from 'kysely'
import { type ConsentDecision, type ConsentPurpose, consentState } from '#contract/consents/consents.state.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listCustodianIds } from './consents.queries.ts'
import { answersOf, type Child, listOf, type Reading } from './consents.shared.queries.ts'

/** A decision as texts: purpose, decision, deciding guardians as `{1,2}`, decision of the pupil, day of withdrawal. */
type Cells = readonly [string, string, string, string | null, string | null]

/** The columns of `consentSelections`. */
export interface ConsentRow {
  consents?: readonly Cells[]
  has_hidden_guardians?: boolean
}

/** What the statement of a list of pupils `p` selects, so that their consents need no further statement. */
export const consentSelections = (purposes: readonly ConsentPurpose[]) => [
  sql`array_to_json(array(
    select array[c.purpose, c.decision, c.given_by_guardian_ids::text, c.pupil_decision, c.withdrawn_at::text]
    from consent c where c.school_id = p.school_id and c.pupil_id = p.id and c.purpose = any(${[...purposes]})
    order by c.id))`.as('consents'),
  sql`exists (select from hidden_guardian)`.as('has_hidden_guardians'),
]

const toRecord = ([purpose, decision, guardians, pupilDecision, withdrawn_at]: Cells) => ({
  ...{ id: 0, purpose, decision: decision as ConsentDecision, withdrawn_at },
  pupil_decision: pupilDecision as ConsentDecision | null,
  given_by_guardian_ids: guardians.slice(1, -1).split(',').filter(Boolean).map(Number),
})

/**
 * The states of these consents in each row on the day. `custodianIds` are the visible people with custody of each row. Somebody
 * restricted decides as well (Art. 18 GDPR), so these people are read anew while anybody of the school is hidden.
 */
export async function readConsentStates(
  tx: SchoolTransaction,
  rows: readonly (Child & ConsentRow)[],
  { custodianIds, ...reading }: Reading & { custodianIds: readonly (readonly number[])[] },
) {
  const all = rows[0]?.has_hidden_guardians ? await listCustodianIds(tx, listOf(rows)) : undefined
  return rows.map(({ id, birthdate, consents = [] }, index) => {
    const deciding = all ? (all.get(id) ?? []).map(({ guardian_id }) => guardian_id) : (custodianIds[index] ?? [])
    const records = consents.map(toRecord)
    return answersOf({ birthdate, records, custodianIds: deciding }, { ...reading, answer: consentState })
  })
}
