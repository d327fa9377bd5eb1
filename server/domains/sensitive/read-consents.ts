import {
  CONSENT_PURPOSES,
  type ConsentDecision,
  consentState,
  decidersFor,
  isAskedFor,
  isClassDPurpose,
} from '#contract/consents/consents.state.ts'
import type { ConsentRecord, ConsentReply } from '#contract/consents/consents.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { found } from '#server/http/api-error.ts'
import { type ConsentRow, decidersOf, findGuardianNames, listConsents, listCustodians } from './consents.queries.ts'
import { toDecided, undecidedNames } from './find-consent.ts'
import { findPupilFor } from './sensitive.queries.ts'

const GONE = 'nicht mehr eingetragen'

const toRecord = (row: ConsentRow, names: Map<number, string>): ConsentRecord => ({
  id: row.id,
  text_version: row.text_version,
  decision: row.decision as ConsentDecision,
  given_by: row.given_by_guardian_ids.map((id) => ({ guardian_id: id, name: names.get(id) ?? GONE })),
  pupil_decision: row.pupil_decision as ConsentDecision | null,
  method: row.method as ConsentRecord['method'],
  given_at: row.given_at,
  recorded_by: row.recorder,
  withdrawn_at: row.withdrawn_at,
  withdrawn_note: row.withdrawn_note,
})

/** Every purpose with its state and all its decisions; purposes about class D only for viewers who may see class D. */
export async function readConsents(
  tx: SchoolTransaction,
  pupilId: number,
  { viewer, today }: { viewer: SchoolViewer; today: string },
): Promise<ConsentReply> {
  const pupil = found(await findPupilFor(tx, pupilId, { viewer, today }))
  const seesClassD = viewer.permissions.includes('view pupil sensitive')
  const custodians = await listCustodians(tx, pupilId)
  const rows = await listConsents(tx, pupilId)
  const deciders = decidersOf(custodians, pupil, today)
  const names = await findGuardianNames(tx, [...new Set(rows.flatMap((row) => row.given_by_guardian_ids))])
  const lineOf = (purpose: (typeof CONSENT_PURPOSES)[number]) => {
    const own = rows.filter((row) => row.purpose === purpose)
    const decided = own.map(toDecided)
    const asked = decidersFor(purpose, deciders)
    const state = consentState(decided, asked)
    return {
      purpose,
      state,
      is_own: asked.voice === 'alone',
      undecided: state === 'incomplete' ? undecidedNames(decided, asked, custodians) : [],
      records: own.map((row) => toRecord(row, names)).reverse(),
    }
  }
  return {
    purposes: CONSENT_PURPOSES.filter(
      (purpose) => (seesClassD || !isClassDPurpose(purpose)) && isAskedFor(purpose, pupil.birthdate, today),
    ).map(lineOf),
    custodians,
    voice: deciders.voice,
    may_change: viewer.permissions.includes('manage pupil'),
  }
}
