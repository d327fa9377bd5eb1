import { sql } from 'kysely'
import type { ViewedSubject, ViewKind } from '#contract/viewlogs/viewlogs.kinds.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  CLASS_COLUMNS,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import type { Names, Row } from './shown-facts.ts'
import type { PRIVACY_TABLES } from './shown-privacy.ts'
import type { PUPIL_TABLES } from './shown-pupil.ts'
import type { REGISTRATION_TABLES } from './shown-registration.ts'
import type { STAFF_TABLES } from './shown-staff.ts'

type ShownTables = typeof PUPIL_TABLES &
  typeof REGISTRATION_TABLES &
  typeof PRIVACY_TABLES &
  Omit<typeof STAFF_TABLES, 'session'>

/** A row as the package reads it: every column, and some of them by their type. */
export type StoredRow = Row & { readonly id: number }

/**
 * Whole rows of the bound school by a column with ids, oldest first: `shown-*.ts` says which columns a package shows.
 */
export async function listRows(
  tx: Queries,
  table: keyof ShownTables,
  { column, ids }: { column: string; ids: readonly number[] },
): Promise<StoredRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(table)} where ${sql.ref(column)} = any(${[...ids]}::bigint[]) order by id`.execute(tx)
  return rows
}

const namesOf = (rows: readonly { id: number; name: string | null }[]) =>
  new Map(rows.map(({ id, name }) => [id, name ?? '–']))

/** The words for the ids in rows of the bound school. */
export async function readNames(tx: SchoolTransaction): Promise<Names> {
  const years = await tx.selectFrom('schoolyear').select(['id', 'name']).execute()
  const grades = await tx.selectFrom('schoolgrade').select(['id', 'name']).execute()
  const classes = await tx
    .selectFrom(classNames().as('c'))
    .select(CLASS_COLUMNS)
    .where('c.school_id', '=', sql<number>`current_school()`)
    .execute()
  const notices = await tx.selectFrom('privacy_notice').select(['id', 'version_number']).execute()
  const schools = await tx.selectFrom('school').select(['id', 'name']).execute()
  return {
    year: namesOf(years),
    grade: namesOf(grades),
    class: namesOf(classes.map((row) => ({ id: row.schoolclass_id, name: toClassName(row)?.classgradePlain ?? null }))),
    school: namesOf(schools),
    notice: namesOf(notices.map(({ id, version_number }) => ({ id, name: `Fassung ${version_number}` }))),
    guardian: new Map(),
  }
}

/**
 * Mails to these guardians; `noteIds`: only those about these absences. A mail about the absence of a child whom the viewer
 * may not see is not there.
 */
export async function listGuardianMails(
  tx: SchoolTransaction,
  { guardianIds, noteIds }: { guardianIds: readonly number[]; noteIds?: readonly number[] },
) {
  const { rows } = await sql<StoredRow>`
    select * from mail_log where related_type = 'guardian' and related_id = any(${[...guardianIds]}::bigint[])
      and (template not like 'sicknote\_%' or related_ids = '{}'
        or exists (select from pupil_sicknote n where n.id = any(related_ids)))
      and (${noteIds === undefined} or (template like 'sicknote\_%' and related_ids && ${[...(noteIds ?? [])]}::bigint[]))
    order by id`.execute(tx)
  return rows
}

/** Mails to the pupil's own address. */
export async function listPupilMails(tx: SchoolTransaction, pupilId: number) {
  const { rows } = await sql<StoredRow>`
    select * from mail_log where related_type = 'pupil' and related_id = ${pupilId} order by id`.execute(tx)
  return rows
}

/** Mails to somebody who works at the school. */
export async function listEmployeeMails(tx: SchoolTransaction, employeeId: number) {
  const { rows } = await sql<StoredRow>`
    select * from mail_log where related_type = 'employee' and related_id = ${employeeId} order by id`.execute(tx)
  return rows
}

/** Mails to these contacts of applications. */
export async function listContactMails(tx: SchoolTransaction, contactIds: readonly number[]) {
  const { rows } = await sql<StoredRow>`
    select * from mail_log where related_type = 'registration_contact'
      and related_id = any(${[...contactIds]}::bigint[]) order by id`.execute(tx)
  return rows
}

/** An account's current sessions. Without a token none of them is marked as the present one. */
export async function listSessionsOf(tx: Queries, userId: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select s.*, s.stays_signed_in as remember from sessions_of(${userId}, ''::bytea) s order by s.created_at`.execute(
    tx,
  )
  return rows
}

export interface LogRow {
  created_at: string
  user_id: number | null
  role: string | null
  action: string
  entity_type: string
  changed_fields: string[]
  result: 'ok' | 'denied' | 'error'
  ip_trunc: string | null
  /** Whoever runs the installation did it on the command line, without an account. */
  is_by_operator: boolean
}

/** The log about these objects, oldest first. */
export async function listLogAbout(
  tx: SchoolTransaction,
  objects: readonly { entity_type: string; ids: readonly number[] }[],
) {
  const pairs = objects.flatMap(({ entity_type, ids }) => ids.map((id) => ({ entity_type, id })))
  const { rows } = await sql<LogRow>`
    select l.created_at, l.user_id, l.role, l.action, l.entity_type, l.changed_fields, l.result, l.ip_trunc,
      l.user_id is null and l.user_name is not null as is_by_operator
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as o (entity_type text, id bigint)
    join user_log l on l.school_id = current_school() and l.entity_type = o.entity_type and l.entity_id = o.id
    order by l.created_at, l.id`.execute(tx)
  return rows
}

export interface DoneRow {
  day: string
  action: string
  entity_type: string
  times: number
  ip_truncs: string[]
}

/** What an account did at the bound school, counted by day and action: single lines would tell about children. */
export async function listDone(tx: SchoolTransaction, userId: number) {
  const { rows } = await sql<DoneRow>`
    select (created_at at time zone 'Europe/Berlin')::date::text as day, action, entity_type, count(*)::int as times,
      to_json(array_remove(array_agg(distinct ip_trunc), null)) as ip_truncs
    from user_log where school_id = current_school() and user_id = ${userId}
    group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows
}

/** How many lists were exported at the bound school since then; single children are not named in the log. */
export async function countExports(tx: SchoolTransaction, since: string) {
  const { count } = await tx
    .selectFrom('user_log')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', 'export_created')
    .where('school_id', '=', sql<number>`current_school()`)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Requests about somebody, in the order in which they came. */
export async function listRequestsAbout(
  tx: SchoolTransaction,
  { subject, id }: { subject: ViewedSubject; id: number },
) {
  const { rows } = await sql<StoredRow>`
    select * from privacy_request where subject_type = ${subject} and subject_id = ${id} order by received_on, id`.execute(
    tx,
  )
  return rows
}

/** An erasure of somebody that a second person has yet to confirm. */
export async function listProposals(tx: SchoolTransaction, { subject, id }: { subject: ViewedSubject; id: number }) {
  const { rows } = await sql<StoredRow>`
    select * from erasure_proposal where subject = ${subject} and subject_id = ${id} order by id`.execute(tx)
  return rows
}

export interface ViewRow {
  day: string
  role: string | null
  kind: ViewKind
  what: string | null
  times: number
}

/** Who saw somebody's data, alone or among others, counted by day. */
export async function listViews(tx: SchoolTransaction, { subject, id }: { subject: ViewedSubject; id: number }) {
  const { rows } = await sql<ViewRow>`
    select (v.viewed_at at time zone 'Europe/Berlin')::date::text as day, v.role, v.kind, v.what, count(*)::int as times
    from view_log v
    where v.school_id = current_school() and v.subject = ${subject} and (v.subject_id = ${id} or exists (
      select from view_log_record r where r.school_id = v.school_id and r.view_log_id = v.id and r.subject_id = ${id}))
    group by 1, 2, 3, 4 order by 1, 3, 2, 4`.execute(tx)
  return rows
}
