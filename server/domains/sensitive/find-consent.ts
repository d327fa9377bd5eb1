import {
  type ConsentDecision,
  type ConsentPurpose,
  consentState,
  type Deciders,
  decidersFor,
  stillHolds,
  undecided,
} from '#contract/consents/consents.state.ts'
import { CONSENT_KINDS } from '#contract/sensitive/sensitive.kinds.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  type ConsentRow,
  type Custodians,
  decidersOf,
  findDeciders,
  listConsents,
  listCustodians,
} from './consents.queries.ts'

interface Child {
  id: number
  birthdate: string
}

/** A record in the form that the rules of the contract need. */
export const toDecided = (
  row: Pick<ConsentRow, 'id' | 'decision' | 'given_by_guardian_ids' | 'pupil_decision' | 'withdrawn_at'>,
) => ({
  id: row.id,
  decision: row.decision as ConsentDecision,
  given_by_guardian_ids: row.given_by_guardian_ids,
  pupil_decision: row.pupil_decision as ConsentDecision | null,
  withdrawn_at: row.withdrawn_at,
})

/** The people who have not decided yet, named as on the page. */
export const undecidedNames = (
  records: readonly ReturnType<typeof toDecided>[],
  deciders: Deciders,
  custodians: Custodians,
) =>
  undecided(records, deciders).map((who) =>
    who === 'pupil' ? 'das Kind' : (custodians.find(({ guardian_id }) => guardian_id === who)?.name ?? ''),
  )

/** The present state of a purpose, and its records, oldest first. */
export async function findConsent(
  tx: SchoolTransaction,
  { pupil, purpose }: { pupil: Child; purpose: ConsentPurpose },
  today: string,
) {
  const deciders = decidersFor(purpose, await findDeciders(tx, pupil, today))
  const rows = await listConsents(tx, pupil.id, purpose)
  const records = rows.map(toDecided)
  return { state: consentState(records, deciders), deciders, rows, records, lastId: records.at(-1)?.id }
}

/** For each kind of class D that needs a consent, whether a new entry is allowed and whose consent is missing. */
export async function findBases(tx: SchoolTransaction, pupil: Child, today: string) {
  const custodians = await listCustodians(tx, pupil.id)
  const rows = await listConsents(tx, pupil.id)
  const deciders = decidersOf(custodians, pupil, today)
  return CONSENT_KINDS.map((kind) => {
    const records = rows.filter(({ purpose }) => purpose === kind).map(toDecided)
    return {
      kind,
      isGranted: consentState(records, deciders) === 'granted',
      lapsed: stillHolds(records, deciders) ? null : undecidedNames(records, deciders, custodians),
    }
  })
}
