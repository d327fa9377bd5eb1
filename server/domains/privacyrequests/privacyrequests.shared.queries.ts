import { sql } from 'kysely'
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
