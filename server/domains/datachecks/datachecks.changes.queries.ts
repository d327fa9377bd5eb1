import { sql } from 'kysely'
import type { ChangeState, ChangeSubject } from '#contract/datachecks/datachecks.decide.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export type Values = Record<string, string | boolean | null>

/** The values that a proposal replaced; for a contact person also the position in the call order. */
export type Replaced = Record<string, string | boolean | number | null>

/** One proposal, before it has a row. */
export interface Proposal {
  subject: ChangeSubject
  subject_id: number | null
  pupil_id: number
  part: string
  before: Values
  after: Values
}

/** The proposals of a reader in the order in which they were made. */
export async function listChanges(tx: SchoolTransaction, readerId: number) {
  const rows = await tx
    .selectFrom('data_check_change as x')
    .leftJoin('app_user as u', 'u.id', 'x.decided_by')
    .select(['x.id', 'x.subject', 'x.subject_id', 'x.pupil_id', 'x.part', 'x.before', 'x.after', 'x.state'])
    .select(['x.replaced', 'x.note_ids', 'x.decided_at', 'x.decline_reason', 'u.name as decided_by'])
    .where('x.reader_id', '=', readerId)
    .orderBy('x.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    subject: row.subject as ChangeSubject,
    state: row.state as ChangeState,
    before: row.before as Values,
    after: row.after as Values,
    replaced: row.replaced as Replaced | null,
    note_ids: row.note_ids.map(Number),
  }))
}
export type StoredChange = Awaited<ReturnType<typeof listChanges>>[number]

/** Takes the place of everything that nobody has decided yet. */
export async function replaceOpenChanges(tx: SchoolTransaction, readerId: number, proposals: readonly Proposal[]) {
  await tx.deleteFrom('data_check_change').where('reader_id', '=', readerId).where('state', '=', 'open').execute()
  if (proposals.length === 0) return
  await tx
    .insertInto('data_check_change')
    .values(
      proposals.map(({ before, after, ...proposal }) => ({
        ...proposal,
        reader_id: readerId,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .execute()
}

interface Decision {
  state: ChangeState
  decided_at: string | null
  decided_by: number | null
  decline_reason?: string | null
}

export const updateChanges = (tx: SchoolTransaction, ids: readonly number[], decision: Decision) =>
  tx
    .updateTable('data_check_change')
    .set({ decline_reason: null, ...decision })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** Stores the replaced values for taking a decision back; null after that. */
export const setReplaced = (tx: SchoolTransaction, id: number, replaced: Replaced | null) =>
  tx
    .updateTable('data_check_change')
    .set({ replaced: replaced && JSON.stringify(replaced) })
    .where('id', '=', id)
    .execute()

/** Stores which notes an accepted remark became. */
export const setNotes = (tx: SchoolTransaction, id: number, note_ids: number[]) =>
  tx.updateTable('data_check_change').set({ note_ids }).where('id', '=', id).execute()

/** Stores when a proposal was last declined, because proposals are deleted earlier; null if every refusal was taken back. */
export const renewDeclined = (tx: SchoolTransaction, readerId: number) =>
  sql`update data_check_reader set updated_at = now(), declined_at = (select max(x.decided_at) from data_check_change x
    where x.school_id = data_check_reader.school_id and x.reader_id = data_check_reader.id and x.state = 'declined'
      and x.subject <> 'remark') where id = ${readerId}`.execute(tx)

/** A contact person who was added or brought back has another id than before. */
export const setSubject = (tx: SchoolTransaction, id: number, subject_id: number | null) =>
  tx.updateTable('data_check_change').set({ subject_id }).where('id', '=', id).execute()

/** Readers with proposals that nobody has decided, and the newest round that has some. */
export async function countOpenFamilies(tx: SchoolTransaction) {
  const { rows } = await sql<{ families: number; data_check_id: number | null }>`
    select count(*)::int as families, max(r.data_check_id) as data_check_id from data_check_reader r
    where exists (select from data_check_change x where x.school_id = r.school_id and x.reader_id = r.id and x.state = 'open')`.execute(
    tx,
  )
  return rows[0] ?? { families: 0, data_check_id: null }
}

/**
 * Who answered about a child, newest first. Whoever still has open proposals has not confirmed anything yet, nor has
 * somebody whose proposal was declined since.
 */
export const listConfirmed = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('data_check_child as k')
    .innerJoin('data_check_reader as r', (join) =>
      join.onRef('r.school_id', '=', 'k.school_id').onRef('r.id', '=', 'k.reader_id'),
    )
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'r.school_id').onRef('g.id', '=', 'r.guardian_id').on('g.deleted_at', 'is', null),
    )
    .select(['g.id', 'g.title', 'g.firstname', 'g.lastname', 'r.answered_at'])
    .where('k.pupil_id', '=', pupilId)
    .where('r.answered_at', 'is not', null)
    .where(({ eb, or }) => or([eb('r.declined_at', 'is', null), eb('r.declined_at', '<', eb.ref('r.answered_at'))]))
    .where(sql<boolean>`not exists (select from data_check_change x where x.school_id = r.school_id
      and x.reader_id = r.id and x.state = 'open')`)
    .orderBy('r.answered_at', 'desc')
    .$narrowType<{ answered_at: string }>()
    .execute()
