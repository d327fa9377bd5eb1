import { sql } from 'kysely'
import type { PaperSubject } from '#contract/papers/papers.kinds.ts'
import type { Paper, PaperForm } from '#contract/papers/papers.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { OWNER } from './papers.shared.queries.ts'

/** The record that papers belong to. */
export interface PaperRecord {
  subject: PaperSubject
  id: number
}

/** Nothing is added to what was reduced to a proof, nor to an application whose child is a pupil by now. */
const CLOSED = {
  pupil: sql<boolean>`reduced_on is not null`,
  registration: sql<boolean>`pupil_id is not null`,
  employee: sql<boolean>`reduced_on is not null`,
}

const records = (tx: SchoolTransaction, { subject, id }: PaperRecord) =>
  tx
    .selectFrom(subject as 'pupil')
    .select(CLOSED[subject].as('is_closed'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

/** Undefined for an unknown record, one of another school and one in the bin. */
export const findRecord = (tx: SchoolTransaction, record: PaperRecord) => records(tx, record).executeTakeFirst()

/** The same; uploads to one record wait for each other, and for a transfer of the application. */
export const lockRecord = (tx: SchoolTransaction, record: PaperRecord) =>
  records(tx, record).forNoKeyUpdate().executeTakeFirst()

const papersOf = (tx: SchoolTransaction, { subject, id }: PaperRecord) =>
  tx.selectFrom('paper as p').where(`p.${OWNER[subject]}`, '=', id)

/** Without the bytes, the newest first; with those that were deleted since an instant. */
export async function listPapers(tx: SchoolTransaction, record: PaperRecord, since: string): Promise<Paper[]> {
  const rows = await papersOf(tx, record)
    .where((eb) => eb.or([eb('p.deleted_at', 'is', null), eb('p.deleted_at', '>', since)]))
    .leftJoin('app_user as u', 'u.id', 'p.created_by')
    .select(['p.id', 'p.kind', 'p.title', 'p.pages', 'p.size', 'p.created_at', 'p.deleted_at'])
    .select('u.name as created_by')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as Paper['kind'] }))
}

/** How many papers the record has. */
export async function countPapers(tx: SchoolTransaction, record: PaperRecord) {
  const { count } = await papersOf(tx, record)
    .where('p.deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The bytes of all papers of the school, also of deleted ones; locks until the transaction ends. */
export async function lockSchoolBytes(tx: SchoolTransaction) {
  await sql`select pg_advisory_xact_lock(hashtextextended('papers', current_school()))`.execute(tx)
  const { bytes } = await tx
    .selectFrom('paper')
    .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export async function takePaperId(tx: SchoolTransaction) {
  const { rows } = await sql<{ id: number }>`select nextval('paper_id_seq')::int8 as id`.execute(tx)
  return rows[0]?.id as number
}

interface NewPaper extends PaperForm {
  id: number
  pages: number
  size: number
  content_encrypted: Buffer
  created_by: number
  created_at: string
}

export const insertPaper = (tx: SchoolTransaction, { subject, id }: PaperRecord, paper: NewPaper) =>
  tx
    .insertInto('paper')
    .values({ ...paper, [OWNER[subject]]: id })
    .execute()

export const findPaperFile = (tx: SchoolTransaction, record: PaperRecord, paperId: number) =>
  papersOf(tx, record)
    .where('p.id', '=', paperId)
    .where('p.deleted_at', 'is', null)
    .select(['p.title', 'p.kind', 'p.content_encrypted'])
    .executeTakeFirst()

/** Locks a paper without its bytes; deleted ones are found, too. */
export const lockPaper = (tx: SchoolTransaction, record: PaperRecord, paperId: number) =>
  papersOf(tx, record)
    .where('p.id', '=', paperId)
    .select(['p.kind', 'p.title', 'p.deleted_at'])
    .forUpdate()
    .executeTakeFirst()

export const updatePaper = (
  tx: SchoolTransaction,
  id: number,
  change: Partial<PaperForm> & { deleted_at?: string | null },
) => tx.updateTable('paper').set(change).where('id', '=', id).execute()
