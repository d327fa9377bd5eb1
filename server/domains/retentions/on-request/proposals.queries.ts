import { sql } from 'kysely'
import type { ErasureGround } from '#contract/retentions/retentions.on-request.ts'
import type { Subject } from '#contract/subjects.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export interface ErasureChoice {
  subject: Subject
  id: number
}

interface NewProposal extends ErasureChoice {
  ground: ErasureGround
  note: string | null
  request_id: number | null
  proposed_by: number
  now: Date
}

/** False when the record is already proposed. */
export async function insertProposal(tx: SchoolTransaction, { id, now, ...proposal }: NewProposal) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('erasure_proposal')
    .values({ ...proposal, subject_id: id, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface StoredProposal {
  subject: Subject
  subject_id: number
  ground: ErasureGround
  note: string | null
  request_id: number | null
  proposed_by: number
  proposer: string | null
  created_at: string
}

const selectProposals = sql`
  select p.subject, p.subject_id, p.ground, p.note, p.request_id, p.proposed_by, u.name as proposer, p.created_at
  from erasure_proposal p left join app_user u on u.id = p.proposed_by`

export async function findProposal(tx: SchoolTransaction, { subject, id }: ErasureChoice) {
  const { rows } = await sql<StoredProposal>`
    ${selectProposals} where p.subject = ${subject} and p.subject_id = ${id}`.execute(tx)
  return rows[0]
}

/** The oldest first. */
export async function listProposals(tx: SchoolTransaction) {
  const { rows } = await sql<StoredProposal>`${selectProposals} order by p.created_at, p.id`.execute(tx)
  return rows
}

/** Takes the proposal, so that two confirmations at once count as one; undefined: it is gone. */
export async function takeProposal(tx: SchoolTransaction, { subject, id }: ErasureChoice) {
  const { rows } = await sql<Omit<StoredProposal, 'proposer'>>`
    delete from erasure_proposal where subject = ${subject} and subject_id = ${id}
    returning subject, subject_id, ground, note, request_id, proposed_by, created_at`.execute(tx)
  return rows[0]
}
