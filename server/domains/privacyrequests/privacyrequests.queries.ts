import { type Insertable, sql, type Updateable } from 'kysely'
import type { IDENTITY_METHOD_LABELS, RequestResult } from '#contract/privacyrequests/privacyrequest.record.ts'
import type { RequestSubject, UNKNOWN_SUBJECT } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import type {
  RequestDetails,
  RequestEvent,
  RequestEventKind,
  RequestRow,
} from '#contract/privacyrequests/privacyrequests.ts'
import type { PrivacyRequest } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSubjects } from './subjects.queries.ts'

interface StoredSubject {
  subject_type: string
  subject_id: number | null
  subject_name: string | null
  subject_erased_on: string | null
}

/** The person of the request with today's name; somebody in the bin has none. */
const subjectsFor = async (tx: SchoolTransaction, rows: readonly StoredSubject[], today: string) => {
  const names = await listSubjects(
    tx,
    rows.flatMap(({ subject_type, subject_id }) =>
      subject_id === null ? [] : [{ type: subject_type as RequestSubject, id: subject_id }],
    ),
    today,
  )
  return ({ subject_type, subject_id, subject_name, subject_erased_on }: StoredSubject): RequestRow['subject'] => {
    const known = names.get(`${subject_type}:${subject_id}`)
    return {
      type: subject_type as RequestSubject | typeof UNKNOWN_SUBJECT,
      id: subject_id,
      name: known?.name ?? subject_name,
      hint: known?.hint ?? null,
      erased_on: subject_erased_on,
    }
  }
}

const ROW = [
  'id',
  'kind',
  'subject_type',
  'subject_id',
  'subject_name',
  'subject_erased_on',
  'requested_by',
  'received_on',
  'extended_by',
  'identity_checked_on',
  'done_on',
  'result',
] as const

const typed = ({ kind, result }: { kind: string; result: string | null }) => ({
  kind: kind as RequestRow['kind'],
  result: result as RequestResult | null,
})

/** All requests of the school, those received last first. */
export async function listRequests(tx: SchoolTransaction, today: string): Promise<RequestRow[]> {
  const rows = await tx
    .selectFrom('privacy_request')
    .select(ROW)
    .orderBy('received_on', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const subjectFor = await subjectsFor(tx, rows, today)
  return rows.map(({ subject_type, subject_id, subject_name, subject_erased_on, ...row }) => ({
    ...row,
    ...typed(row),
    subject: subjectFor({ subject_type, subject_id, subject_name, subject_erased_on }),
  }))
}

type Stored = Omit<
  RequestDetails,
  'known_address' | 'child_id' | 'authority' | 'is_restricted' | 'delete_on' | 'events'
>

/** One request, or undefined. */
export async function findRequest(tx: SchoolTransaction, id: number, today: string): Promise<Stored | undefined> {
  const row = await tx
    .selectFrom('privacy_request as r')
    .leftJoin('app_user as i', 'i.id', 'r.identity_checked_by')
    .leftJoin('app_user as d', 'd.id', 'r.done_by')
    .select(ROW.map((column) => `r.${column}` as const))
    .select(['r.requester', 'r.channel', 'r.contact', 'r.wish', 'r.note', 'r.extended_on', 'r.extension_reason'])
    .select(['r.identity_method', 'r.identity_note', 'i.name as identity_checked_by', 'r.result_reason'])
    .select(['d.name as done_by', 'r.version'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { subject_type, subject_id, subject_erased_on, ...facts } = row
  const subjectFor = await subjectsFor(tx, [row], today)
  return {
    ...facts,
    ...typed(row),
    requester: row.requester as Stored['requester'],
    channel: row.channel as Stored['channel'],
    identity_method: row.identity_method as keyof typeof IDENTITY_METHOD_LABELS | null,
    subject: subjectFor(row),
  }
}

/** The federal state of the school, which decides who hears complaints about it. */
export const getFederalState = (tx: SchoolTransaction) =>
  tx
    .selectFrom('school')
    .select('federal_state')
    .where('id', '=', sql<number>`current_school()`)
    .executeTakeFirstOrThrow()

/** Locks a request until the transaction ends, so that two changes happen one after the other. */
export const lockRequest = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('privacy_request').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

/** Returns the id. */
export async function insertRequest(tx: SchoolTransaction, request: Insertable<PrivacyRequest>) {
  const { id } = await tx.insertInto('privacy_request').values(request).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateRequest = (tx: SchoolTransaction, id: number, change: Updateable<PrivacyRequest>) =>
  tx.updateTable('privacy_request').set(change).where('id', '=', id).execute()

/** The history, the newest entry first. */
export async function listRequestEvents(tx: SchoolTransaction, requestId: number): Promise<RequestEvent[]> {
  const rows = await tx
    .selectFrom('privacy_request_event as e')
    .leftJoin('app_user as u', 'u.id', 'e.created_by')
    .select(['e.id', 'e.kind', 'e.fields', 'e.created_at', 'u.name as by'])
    .where('e.request_id', '=', requestId)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  return rows.map(({ created_at, kind, ...row }) => ({
    ...row,
    kind: kind as RequestEventKind,
    at: new Date(created_at).toISOString(),
  }))
}

/** Deadlines of the open requests. */
export const listOpenDeadlines = (tx: SchoolTransaction) =>
  tx
    .selectFrom('privacy_request')
    .select(['received_on', 'extended_by', 'done_on'])
    .where(sql<boolean>`done_on is null`)
    .execute()
