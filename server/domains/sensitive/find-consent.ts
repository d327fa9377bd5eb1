import { type ConsentDecision, type ConsentPurpose, consentState, type Deciders } from '#contract/consents.state.ts'
import { CONSENT_KINDS } from '#contract/sensitive.kinds.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { type ConsentRow, findDeciders, listConsents } from './consents.queries.ts'

interface Child {
  id: number
  birthdate: string
}

/** A record as the rules of the contract take it. */
export const toDecided = (row: ConsentRow) => ({
  id: row.id,
  decision: row.decision as ConsentDecision,
  given_by_guardian_ids: row.given_by_guardian_ids,
  pupil_decision: row.pupil_decision as ConsentDecision | null,
  withdrawn_at: row.withdrawn_at,
})

/** How one purpose stands today, and its records from the oldest to the newest. */
export async function findConsent(
  tx: SchoolTransaction,
  { pupil, purpose }: { pupil: Child; purpose: ConsentPurpose },
  today: string,
) {
  const deciders: Deciders = await findDeciders(tx, pupil, today)
  const rows = await listConsents(tx, pupil.id, purpose)
  const records = rows.map(toDecided)
  return { state: consentState(records, deciders), rows, records, lastId: records.at(-1)?.id }
}

/** Kinds of class D that rest on a consent which not all who must have given. */
export async function listLackingConsent(tx: SchoolTransaction, pupil: Child, today: string) {
  const deciders = await findDeciders(tx, pupil, today)
  const rows = await listConsents(tx, pupil.id)
  const stateOf = (kind: ConsentPurpose) =>
    consentState(rows.filter(({ purpose }) => purpose === kind).map(toDecided), deciders)
  return CONSENT_KINDS.filter((kind) => stateOf(kind) !== 'granted')
}
