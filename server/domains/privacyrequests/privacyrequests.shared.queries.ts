import { type RawBuilder, sql } from 'kysely'
import type { RequestEventKind } from '#contract/privacyrequests/privacyrequests.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'

/** The answered requests and the days of their answers. */
export const listAnswered = (tx: SchoolTransaction) =>
  tx.selectFrom('privacy_request').select(['id', 'done_on']).where('done_on', 'is not', null).orderBy('id').execute()

/** Locks the requests in the order of their ids. */
export const lockRequests = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`select id from privacy_request where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx)

/** Deletes requests with their history. */
export const deleteRequests = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`delete from privacy_request where id = any(${[...ids]}::bigint[])`.execute(tx)

interface NewRequestEvent {
  request_id: number
  kind: RequestEventKind
  /** Names of changed fields, or the kind of letter. */
  fields?: string[]
}

/**
 * A line of the history of a request; the domains that carry a request out write theirs. A request that is not at the
 * school gets none.
 */
export const insertRequestEvent = (
  tx: SchoolTransaction,
  { viewer, now }: Pick<Acting, 'viewer' | 'now'>,
  { request_id, kind, fields = [] }: NewRequestEvent,
) =>
  sql`insert into privacy_request_event (request_id, kind, fields, created_by, created_at)
    select id, ${kind}, ${fields}::text[], ${viewer.user_id}, ${now.toISOString()}
    from privacy_request where id = ${request_id}`.execute(tx)

const TEXTS = sql`requested_by = null, requester_guardian_id = null, contact = null, wish = null, note = null,
  extension_reason = null, identity_note = null, result_reason = null`

const says = (text: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql`strpos(' ' || search_fold(${text}) || ' ', ' ' || search_fold(${name}) || ' ') > 0`

/** Empties the texts of requests in which somebody with the names of these guardians asked for one of their children. */
export const forgetRequestersNamed = (tx: SchoolTransaction, guardianIds: readonly number[]) =>
  sql`update privacy_request q set ${TEXTS}
    from guardian g join pupil_guardian pg on pg.guardian_id = g.id
    where g.id = any(${[...guardianIds]}::bigint[]) and q.subject_type = 'pupil' and q.subject_id = pg.pupil_id
      and ${says(sql`q.requested_by`, sql`g.firstname`)} and ${says(sql`q.requested_by`, sql`g.lastname`)}`.execute(tx)

export interface PersonName {
  firstname: string
  lastname: string
}

/**
 * Somebody whom the school did not know by a record may be in the register by a typed name: where that is the name of a
 * person who is erased on request, name and texts go, and the day stays.
 */
export const forgetUnknownNamed = (tx: SchoolTransaction, names: readonly PersonName[], today: string) =>
  sql`with gone as (
    update privacy_request q set subject_name = null, subject_erased_on = ${today}, ${TEXTS}
    from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as p (firstname text, lastname text)
    where q.subject_type = 'unknown' and ${says(sql`q.subject_name`, sql`p.firstname`)} and ${says(sql`q.subject_name`, sql`p.lastname`)}
    returning q.id)
  insert into privacy_request_event (request_id, kind, created_by) select distinct id, 'erased', current_actor() from gone`.execute(
    tx,
  )

/** About whom a request is, and whether the identity of the person who asks was checked; undefined: there is none. */
export async function findRequestState(tx: SchoolTransaction, id: number) {
  const { rows } = await sql<{ subject_type: string; subject_id: number | null; is_checked: boolean }>`
    select subject_type, subject_id, identity_checked_on is not null as is_checked from privacy_request where id = ${id}`.execute(
    tx,
  )
  return rows[0]
}
