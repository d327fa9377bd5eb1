import { type Insertable, sql } from 'kysely'
import { LEFT_STATUSES } from '#contract/pupils/pupils.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import type { DataCheck } from '#server/db/schema.generated.ts'
import { bindByLink, type SchoolTransaction } from '#server/db/school-transaction.ts'

/** The templates of the mails in the outbox; their `related_ids` begin with the round. */
export const CHECK_TEMPLATE = 'data_check'
export const REMINDER_TEMPLATE = 'data_check_reminder'

const checks = (tx: SchoolTransaction) =>
  tx
    .selectFrom('data_check as c')
    .leftJoin('app_user as u', 'u.id', 'c.created_by')
    .select(['c.id', 'c.subject', 'c.body', 'c.audience', 'c.ends_on', 'c.ended_at', 'c.reminded_at', 'c.left_out'])
    .select(['c.created_at', 'u.name as created_by'])
export type StoredCheck = Awaited<ReturnType<ReturnType<typeof checks>['execute']>>[number]

export const listChecks = (tx: SchoolTransaction) => checks(tx).orderBy('c.id', 'desc').execute()

export const findCheck = (tx: SchoolTransaction, id: number) => checks(tx).where('c.id', '=', id).executeTakeFirst()

export const lockCheck = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('data_check').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertCheck(tx: SchoolTransaction, check: Insertable<DataCheck>) {
  const { id } = await tx.insertInto('data_check').values(check).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateCheck = (tx: SchoolTransaction, id: number, change: { ended_at?: string; reminded_at?: string }) =>
  tx
    .updateTable('data_check')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

interface NewReader {
  guardian_id: number
  is_mailed: boolean
  pupil_ids: readonly number[]
}

/** The readers of a round with their children. */
export async function insertReaders(tx: SchoolTransaction, checkId: number, readers: readonly NewReader[]) {
  const rows = await tx
    .insertInto('data_check_reader')
    .values(readers.map(({ guardian_id, is_mailed }) => ({ data_check_id: checkId, guardian_id, is_mailed })))
    .returning(['id', 'guardian_id'])
    .execute()
  const ids = new Map(rows.map(({ id, guardian_id }) => [guardian_id, id]))
  const children = readers.flatMap(({ guardian_id, pupil_ids }) =>
    pupil_ids.map((pupil_id) => ({ reader_id: ids.get(guardian_id) as number, pupil_id })),
  )
  await tx.insertInto('data_check_child').values(children).execute()
}

const isOpenChange = sql<boolean>`exists (select from data_check_change x where x.school_id = r.school_id
  and x.reader_id = r.id and x.state = 'open')`
const hasChange = sql<boolean>`exists (select from data_check_change x where x.school_id = r.school_id and x.reader_id = r.id)`
/** One of `READER_STATES`. */
const stateOfReader = sql<string>`case when r.answered_at is null then 'open' when ${isOpenChange} then 'changed'
  when ${hasChange} then 'decided' else 'confirmed' end`

/** How many readers of each round are in which state. */
export async function countReaders(tx: SchoolTransaction, checkIds: readonly number[]) {
  const rows = await tx
    .selectFrom('data_check_reader as r')
    .select(['r.data_check_id', 'r.is_mailed', stateOfReader.as('state')])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((eb) => eb('r.data_check_id', '=', eb.fn.any(eb.val([...checkIds]))))
    .groupBy(['r.data_check_id', 'r.is_mailed', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

const readers = (tx: SchoolTransaction) =>
  tx
    .selectFrom('data_check_reader as r')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'r.school_id').onRef('g.id', '=', 'r.guardian_id').on('g.deleted_at', 'is', null),
    )
    .select(['r.id', 'r.data_check_id', 'r.guardian_id', 'r.secret', 'r.is_mailed', 'r.answered_at', 'r.is_by_phone'])
    .select(['g.salutation', 'g.title', 'g.firstname', 'g.lastname', 'g.mail'])
    .select(['g.street', 'g.house_number', 'g.address_extra', 'g.zip', 'g.city', 'g.country'])
    .select(sql<boolean>`coalesce(g.mail_verified_at is not null or g.mail_origin = 'school', false)`.as('is_usable'))
    .select(stateOfReader.as('state'))
    .select(({ selectFrom }) =>
      selectFrom('data_check_child as k')
        .select(({ fn }) => fn.agg<number[]>('array_agg', ['k.pupil_id']).as('ids'))
        .whereRef('k.school_id', '=', 'r.school_id')
        .whereRef('k.reader_id', '=', 'r.id')
        .as('pupil_ids'),
    )
    .where(({ exists, selectFrom }) =>
      // Whose children are all restricted or deleted is not there.
      exists(
        selectFrom('data_check_child as k')
          .select('k.pupil_id')
          .whereRef('k.school_id', '=', 'r.school_id')
          .whereRef('k.reader_id', '=', 'r.id'),
      ),
    )
type ReaderRow = Awaited<ReturnType<ReturnType<typeof readers>['execute']>>[number]

const toReader = ({ pupil_ids, ...row }: ReaderRow) => ({ ...row, pupil_ids: (pupil_ids ?? []).map(Number) })
export type StoredReader = ReturnType<typeof toReader>

/** The readers of a round, those who sent something first. */
export async function listReaders(tx: SchoolTransaction, checkId: number) {
  const rows = await readers(tx)
    .where('r.data_check_id', '=', checkId)
    .orderBy(sql`array_position(array['changed', 'open', 'confirmed', 'decided'], ${stateOfReader})`)
    .orderBy('g.lastname')
    .orderBy('g.firstname')
    .orderBy('r.id')
    .execute()
  return rows.map(toReader)
}

export async function findReader(tx: SchoolTransaction, id: number) {
  const row = await readers(tx).where('r.id', '=', id).executeTakeFirst()
  return row && toReader(row)
}

/** The first other reader whose changes wait: of the same round in the order of the page, then of any running one. */
export async function findNextReader(tx: SchoolTransaction, { id, data_check_id }: StoredReader, today: string) {
  const row = await readers(tx)
    .innerJoin('data_check as c', (join) =>
      join.onRef('c.school_id', '=', 'r.school_id').onRef('c.id', '=', 'r.data_check_id'),
    )
    .where(({ and, eb, or }) =>
      or([eb('c.id', '=', data_check_id), and([eb('c.ended_at', 'is', null), eb('c.ends_on', '>=', today)])]),
    )
    .where('r.id', '<>', id)
    .where(isOpenChange)
    .orderBy((eb) => eb('c.id', '=', data_check_id), 'desc')
    .orderBy('c.ends_on')
    .orderBy('c.id')
    .orderBy('g.lastname')
    .orderBy('g.firstname')
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findReaderOf(tx: SchoolTransaction, checkId: number, guardianId: number) {
  const row = await readers(tx)
    .where('r.data_check_id', '=', checkId)
    .where('r.guardian_id', '=', guardianId)
    .executeTakeFirst()
  return row && toReader(row)
}

/** Which of these guardians are asked in rounds that run today, and about which children. */
export async function listAskedNow(tx: SchoolTransaction, guardianIds: readonly number[], today: string) {
  const rows = await readers(tx)
    .innerJoin('data_check as c', (join) =>
      join.onRef('c.school_id', '=', 'r.school_id').onRef('c.id', '=', 'r.data_check_id'),
    )
    .where('c.ended_at', 'is', null)
    .where('c.ends_on', '>=', today)
    .where((eb) => eb('r.guardian_id', '=', eb.fn.any(eb.val([...guardianIds]))))
    .execute()
  return rows.map(toReader)
}

/** Family and office act on one reader one after the other. */
export const lockReader = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('data_check_reader').select(['id', 'data_check_id']).where('id', '=', id).forUpdate().executeTakeFirst()

interface Answer {
  /** Null: the answer is taken back. */
  answered_at: string | null
  is_by_phone?: boolean
}

export const noteAnswer = (tx: SchoolTransaction, id: number, { answered_at, is_by_phone = false }: Answer) =>
  tx
    .updateTable('data_check_reader')
    .set({ answered_at, is_by_phone, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** When each of these pupils who no longer goes to the school left; null: nobody has entered the day. */
export async function listLeft(tx: SchoolTransaction, pupilIds: readonly number[], today: string) {
  const rows = await tx
    .selectFrom('pupil')
    .select(['id', 'date_exit'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...pupilIds]))))
    // The day of exit counts before the status, as it does in `attendingOn`.
    .where((eb) =>
      eb.or([eb('date_exit', '<', today), eb.and([eb('date_exit', 'is', null), eb('status', 'in', LEFT_STATUSES)])]),
    )
    .execute()
  return new Map(rows.map(({ id, date_exit }) => [id, date_exit]))
}

/**
 * The reader of a link with the round and the school, and the transaction bound to that school and to no user. Undefined
 * for a link that does not work. The same two statements always run, so that neither the answer nor its time shows why.
 */
export async function findLinkedReader(tx: Queries, token: string, today: string) {
  const opened = await bindByLink(
    tx,
    sql<{
      school_id: number
      reader_id: number
    }>`select school_id, reader_id from open_data_check_link(${hashToken(token)})`,
  )
  const row = await tx
    .selectFrom('data_check_reader as r')
    .innerJoin('data_check as c', (join) =>
      join.onRef('c.school_id', '=', 'r.school_id').onRef('c.id', '=', 'r.data_check_id'),
    )
    .innerJoin('school as s', 's.id', 'r.school_id')
    .select(['r.id', 'r.school_id', 'r.guardian_id', 'r.answered_at', 'r.is_by_phone', 'c.ends_on'])
    .select(['s.short', 's.name', 's.accent', 's.phone', 's.mail', 's.street', 's.house_number', 's.zip', 's.city'])
    .select(['s.carrier_name', 's.logo_document_id'])
    .where('r.school_id', '=', opened?.row.school_id ?? 0)
    .where('r.id', '=', opened?.row.reader_id ?? 0)
    .where('c.ended_at', 'is', null)
    .where('c.ends_on', '>=', today)
    .executeTakeFirst()
  return opened && row && { reader: row, tx: opened.tx }
}
export type LinkedReader = NonNullable<Awaited<ReturnType<typeof findLinkedReader>>>['reader']

export const insertLinks = (tx: SchoolTransaction, links: readonly { readerId: number; token: string }[]) =>
  sql`select add_data_check_links(${links.map(({ readerId }) => readerId)}::bigint[],
    ${links.map(({ token }) => hashToken(token))}::bytea[])`.execute(tx)

const mailsOf = (tx: SchoolTransaction, checkId: number) =>
  tx
    .selectFrom('mail_log as l')
    .where('l.template', 'in', [CHECK_TEMPLATE, REMINDER_TEMPLATE])
    .where(sql<boolean>`l.related_ids[1] = ${checkId}`)

/** The newest mail of one reader of a round, whatever its state; its turn waits until the transaction has ended. */
export const lockNewestMail = (tx: SchoolTransaction, checkId: number, guardianId: number) =>
  mailsOf(tx, checkId)
    .select(['l.id', 'l.error'])
    .where('l.related_id', '=', guardianId)
    .orderBy('l.id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The newest mail of each reader of a round, by guardian. */
export async function listCheckMails(tx: SchoolTransaction, checkId: number) {
  const rows = await mailsOf(tx, checkId)
    .distinctOn('l.related_id')
    .select(['l.related_id', 'l.state', 'l.error'])
    .orderBy('l.related_id')
    .orderBy('l.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.related_id, row]))
}

/** The grades of these ids in their order. */
export const listGrades = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('schoolgrade')
    .select(['id', 'grade'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('grade')
    .execute()
