import {
  ERASURE_TEXTS,
  type ErasureGround,
  type ErasureProposal,
  type ErasureState,
} from '#contract/retentions/retentions.on-request.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting, Reader, SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { findRequestState } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { ApiError, conflict, forbidden, invalid } from '#server/http/api-error.ts'
import { findErasable } from './erasable-records.ts'
import { eraseNow, lockErasable } from './erase-now.ts'
import { type ErasureChoice, findProposal, insertProposal, listProposals, takeProposal } from './proposals.queries.ts'

const needsSecond = async (tx: SchoolTransaction) => (await getSetting(tx, 'RETENTION_SETTINGS')).erasure_needs_second

/** Beside 'view pupil sensitive', which the endpoint asks for, the permission of the subject (ADR 0042). */
const mayErase = ({ permissions }: SchoolViewer, { subject }: Pick<ErasureChoice, 'subject'>) =>
  permissions.includes(SUBJECT_PERMISSIONS[subject])

const refuseStrangers = (viewer: SchoolViewer, choice: ErasureChoice) => {
  if (!mayErase(viewer, choice)) throw forbidden()
}

export async function readErasure(tx: SchoolTransaction, choice: ErasureChoice, reader: Reader): Promise<ErasureState> {
  refuseStrangers(reader.viewer, choice)
  const { refusal, consequences } = await withRestricted(tx, () => findErasable(tx, choice, reader))
  const stored = await findProposal(tx, choice)
  return {
    refusal,
    consequences,
    needs_second: stored !== undefined || (await needsSecond(tx)),
    proposal: stored
      ? {
          ground: stored.ground,
          note: stored.note,
          proposed_by: stored.proposer,
          proposed_at: stored.created_at,
          is_own: stored.proposed_by === reader.viewer.user_id,
        }
      : null,
  }
}

const refuseUnerasable = async (tx: SchoolTransaction, choice: ErasureChoice, reader: Reader) => {
  refuseStrangers(reader.viewer, choice)
  const { refusal } = await withRestricted(tx, async () => {
    await lockErasable(tx, choice, reader)
    return findErasable(tx, choice, reader)
  })
  if (refusal) throw conflict(refusal)
}

const logChoice = (tx: SchoolTransaction, action: string, { subject, id }: ErasureChoice) =>
  logEvent(tx, {
    action,
    entityType: subject === 'contact_person' ? 'pupil_contact_person' : subject,
    entityId: id,
  })

interface Wanted extends ErasureChoice {
  ground: ErasureGround
  note: string | null
  request_id: number | null
}

/** 422 for a request of another school, or about somebody else; 409 before it is known that the right person asked. */
async function requireRequest(tx: SchoolTransaction, { subject, id }: ErasureChoice, requestId: number) {
  const request = await findRequestState(tx, requestId)
  if (!request || request.subject_type !== subject || request.subject_id !== id)
    throw invalid({ request_id: [ERASURE_TEXTS.notRequest] })
  if (!request.is_checked) throw conflict(ERASURE_TEXTS.notIdentified)
}

/** Erases at once, or stores a proposal if the school asks for a second person. */
export async function eraseOnRequest(tx: SchoolTransaction, wanted: Wanted, acting: Acting) {
  const { note: _note, request_id, ...choice } = wanted
  await refuseUnerasable(tx, choice, acting)
  if (request_id !== null) await requireRequest(tx, choice, request_id)
  // What was proposed waits for another person, even if the school no longer asks for one.
  if ((await needsSecond(tx)) || (await findProposal(tx, choice))) {
    if (!(await insertProposal(tx, { ...wanted, proposed_by: acting.viewer.user_id, now: acting.now })))
      throw conflict(ERASURE_TEXTS.alreadyProposed)
    await logChoice(tx, 'erasure_proposed', choice)
    return { message: ERASURE_TEXTS.proposed, is_erased: false, request_id }
  }
  await withRestricted(tx, () => eraseNow(tx, choice, acting))
  return { message: ERASURE_TEXTS.erased, is_erased: true, request_id }
}

/** The second person: everything is checked again, because weeks may have passed. */
export async function confirmErasure(tx: SchoolTransaction, choice: ErasureChoice, acting: Acting) {
  await refuseUnerasable(tx, choice, acting)
  const proposal = await takeProposal(tx, choice)
  if (!proposal) throw conflict(ERASURE_TEXTS.noProposal)
  if (proposal.proposed_by === acting.viewer.user_id) throw conflict(ERASURE_TEXTS.ownProposal)
  await withRestricted(tx, () => eraseNow(tx, { ...choice, ground: proposal.ground }, acting))
  return { message: ERASURE_TEXTS.erased, is_erased: true, request_id: proposal.request_id }
}

/** Withdraws one's own proposal, or refuses the proposal of somebody else. */
export async function withdrawErasure(
  tx: SchoolTransaction,
  choice: ErasureChoice,
  { viewer }: Pick<Acting, 'viewer'>,
) {
  refuseStrangers(viewer, choice)
  const proposal = await takeProposal(tx, choice)
  if (!proposal) throw conflict(ERASURE_TEXTS.noProposal)
  const isOwn = proposal.proposed_by === viewer.user_id
  await logChoice(tx, isOwn ? 'erasure_withdrawn' : 'erasure_refused', choice)
  return { message: isOwn ? ERASURE_TEXTS.withdrawn : ERASURE_TEXTS.refused }
}

/** Proposals whose record the viewer may erase; a record that went meanwhile leaves no line. */
export async function readProposals(tx: SchoolTransaction, reader: Reader): Promise<ErasureProposal[]> {
  const proposals = await listProposals(tx)
  const lines: ErasureProposal[] = []
  for (const { subject, subject_id, proposer, created_at } of proposals) {
    if (!mayErase(reader.viewer, { subject })) continue
    const record = await findErasable(tx, { subject, id: subject_id }, reader).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    })
    if (record) lines.push({ subject, subject_id, name: record.name, proposed_by: proposer, proposed_at: created_at })
  }
  return lines
}
