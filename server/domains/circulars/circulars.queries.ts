import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { CircularKind, WaitingFor } from '#contract/circulars/circulars.audience.ts'
import type { MailState } from '#contract/mail-states.ts'
import type { DropReason } from '#contract/mail-trouble.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Circular } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** The template and the name of these mails in the outbox. */
export const CIRCULAR_TEMPLATE = 'circular'

/** Columns that only the program writes. */
type Narrowed = { kind: CircularKind; waitlists: WaitingFor[] }

/** What a mail is about, by its column in `mail_log`. */
export const RELATED_TYPES: Record<CircularKind, 'guardian' | 'employee' | 'registration_contact'> = {
  families: 'guardian',
  staff: 'employee',
  waiting: 'registration_contact',
}

const circulars = (tx: SchoolTransaction) =>
  tx
    .selectFrom('circular as c')
    .leftJoin('app_user as u', 'u.id', 'c.created_by')
    .select([
      'c.id',
      'c.subject',
      'c.body',
      'c.audience',
      'c.kind',
      'c.is_whole_school',
      'c.waitlists',
      'c.registration_ids',
      'c.state',
      'c.left_out',
      'c.created_at',
      'u.name as created_by',
    ])
    .$narrowType<Narrowed>()
export type StoredCircular = Awaited<ReturnType<ReturnType<typeof circulars>['execute']>>[number]

export async function insertCircular(tx: SchoolTransaction, circular: Insertable<Circular>) {
  const { id } = await tx.insertInto('circular').values(circular).returning('id').executeTakeFirstOrThrow()
  return id
}

/** A page, newest first. `per_page` 0: all. */
export async function listCirculars(tx: SchoolTransaction, { page, per_page }: { page: number; per_page: number }) {
  const rows = await circulars(tx)
    .orderBy('c.id', 'desc')
    .$if(per_page > 0, (query) => query.limit(per_page).offset(per_page * (page - 1)))
    .execute()
  const { total } = await tx
    .selectFrom('circular')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export const findCircular = (tx: SchoolTransaction, id: number) =>
  circulars(tx).where('c.id', '=', id).executeTakeFirst()

const readForMail = compiledOnce((tx: SchoolTransaction, _shape: object, { id }: { id: number }) =>
  tx
    .selectFrom('circular as c')
    .innerJoin('school as s', 's.id', 'c.school_id')
    .select(['c.subject', 'c.body', 'c.state', 'c.kind', 'c.school_id', 's.name', 's.phone', 's.mail'])
    .select(['c.is_whole_school', 'c.waitlists', 'c.registration_ids'])
    .select(
      sql<
        number[]
      >`array(select a.id from circular_attachment a where a.school_id = c.school_id and a.circular_id = c.id order by a.id)`.as(
        'attachment_ids',
      ),
    )
    .where('c.id', '=', id)
    .forShare('c')
    .$narrowType<Narrowed>(),
)

/**
 * What all its mails have in common, for the job of each: until the job has stored that it holds its mail back, nobody
 * goes on or stops, so no mail is forgotten between the two.
 */
export async function findCircularForMail(tx: SchoolTransaction, id: number) {
  const [row] = await readForMail(tx, {}, { id })
  if (!row) return undefined
  const { subject, body, state, kind, attachment_ids, is_whole_school, waitlists, registration_ids, ...school } = row
  const choice = { is_whole_school, waitlists, registration_ids }
  return { text: { subject, body, kind }, state, choice, attachment_ids, school }
}

/** Locks it, so that two people who pause and go on do it one after the other. */
export const lockCircular = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('circular').select(['id', 'state']).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateCircularState = (tx: SchoolTransaction, id: number, state: string) =>
  tx.updateTable('circular').set({ state, updated_at: sql`now()` }).where('id', '=', id).execute()

/** Stores who is still left out, as JSON. */
export const updateLeftOut = (tx: SchoolTransaction, id: number, left_out: string) =>
  tx.updateTable('circular').set({ left_out, updated_at: sql`now()` }).where('id', '=', id).execute()

const mailsOf = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('mail_log as l')
    .where('l.template', '=', CIRCULAR_TEMPLATE)
    .where(sql<boolean>`l.related_ids[1] = any(${[...ids]}::bigint[])`)

/** How far each of these has come. */
export async function countCircularMails(tx: SchoolTransaction, ids: readonly number[]) {
  const rows = await mailsOf(tx, ids)
    .select(sql<number>`l.related_ids[1]`.as('circular_id'))
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('l.state', 'in', ['queued', 'held']).as('waiting'),
      fn.countAll<number>().filterWhere('l.state', '=', 'sent').as('sent'),
      fn.countAll<number>().filterWhere('l.state', '=', 'failed').as('failed'),
      fn.countAll<number>().filterWhere('l.state', '=', 'dropped').as('dropped'),
      fn.countAll<number>().filterWhere('l.is_doubtful', '=', true).as('doubtful'),
    ])
    .groupBy(sql`l.related_ids[1]`)
    .execute()
  return new Map(rows.map(({ circular_id, ...counts }) => [Number(circular_id), counts]))
}

/** The child or application whose page has the address of the record that the mail went to. */
const PAGE_IDS: Record<CircularKind, RawBuilder<number | null>> = {
  families: sql`(select min(pg.pupil_id) from pupil_guardian pg where pg.school_id = l.school_id
    and pg.guardian_id = l.related_id and pg.pupil_id = any(l.related_ids[2:]))`,
  staff: sql`null::bigint`,
  waiting: sql`(select k.registration_id from registration_contact k where k.school_id = l.school_id and k.id = l.related_id)`,
}

/** Whether a mail failed or was given up at its turn. */
export const hasNotLeft = ({ state }: { state: string }) => state === 'failed' || state === 'dropped'

/** Everybody it goes to, whose mails need attention first; `child_ids` are the pupils or applications it was about. */
export async function listRecipients(tx: SchoolTransaction, id: number, kind: CircularKind) {
  // All of these tables have the columns that are read here.
  const people = RELATED_TYPES[kind] as 'guardian'
  const rows = await mailsOf(tx, [id])
    .innerJoin(`${people} as g`, (join) =>
      join.onRef('g.school_id', '=', 'l.school_id').onRef('g.id', '=', 'l.related_id'),
    )
    .select(['l.id as mail_id', 'l.state', 'l.error', 'l.is_doubtful', 'l.sent_at'])
    .select(['g.id', 'g.firstname', 'g.lastname'])
    .select(sql<number[]>`l.related_ids[2:]`.as('child_ids'))
    .select(PAGE_IDS[kind].as('page_id'))
    .where('l.related_type', '=', people)
    .orderBy(sql`array_position(array['failed', 'dropped', 'held', 'queued', 'sent'], l.state)`)
    .orderBy('g.lastname')
    .orderBy('g.firstname')
    .orderBy('l.id')
    .execute()
  return rows.map((row) => ({ ...row, state: row.state as MailState, child_ids: row.child_ids.map(Number) }))
}

/** Moves the mails that are held back into the outbox again; returns the keys of their jobs. */
export const requeueHeldMails = (tx: SchoolTransaction, id: number) =>
  tx
    .updateTable('mail_log as l')
    .set({ state: 'queued', error: null, updated_at: sql`now()` })
    .where('l.template', '=', CIRCULAR_TEMPLATE)
    .where(sql<boolean>`l.related_ids[1] = ${id}`)
    .where('l.state', '=', 'held')
    .returning(['l.school_id', 'l.id as mail_id'])
    .execute()

const STOPPED: DropReason = 'stopped'

/** Mails that were held back never leave once sending is stopped; those that wait are dropped at their turn. */
export const dropHeldMails = (tx: SchoolTransaction, id: number) =>
  tx
    .updateTable('mail_log')
    .set({ state: 'dropped', error: STOPPED, updated_at: sql`now()` })
    .where('template', '=', CIRCULAR_TEMPLATE)
    .where(sql<boolean>`related_ids[1] = ${id}`)
    .where('state', '=', 'held')
    .execute()
