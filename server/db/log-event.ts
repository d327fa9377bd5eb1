import { sql } from 'kysely'
import type { Queries } from './database.ts'
import type { SchoolTransaction } from './school-transaction.ts'

/**
 * Names the action for the log when the use case changes rows of one table; otherwise it is created, updated or
 * deleted.
 */
export const nameAction = async (tx: SchoolTransaction, table: string, action: string) => {
  await sql`select set_config('app.action', ${`${table}:${action}`}, true)`.execute(tx)
}

interface LogEvent {
  action: string
  entityType: string
  entityId: number | null
  /** Names of changed fields, never values. */
  fields?: readonly string[]
  result?: 'ok' | 'denied' | 'error'
}

/** The object of an event: of several the entry names none. */
export const onlyOne = (ids: readonly number[]) => (ids.length === 1 ? (ids[0] ?? null) : null)

/** Logs an event that changes no row of a school table, such as a login or an export. */
export const logEvent = async (tx: Queries, { action, entityType, entityId, fields = [], result = 'ok' }: LogEvent) => {
  await sql`select log_entry(${entityType}, ${entityId}, ${action}, ${fields}::text[], true, ${result})`.execute(tx)
}

/** The same event for many objects, in one statement. */
export const logEvents = async (
  tx: Queries,
  { action, entityType, entityIds }: Pick<LogEvent, 'action' | 'entityType'> & { entityIds: readonly number[] },
) => {
  await sql`select log_entry(${entityType}, id, ${action}, '{}', true, 'ok') from unnest(${[...entityIds]}::bigint[]) as id`.execute(
    tx,
  )
}

/** The same event for many objects of which the log keeps something each, in one statement. */
export const logEventsOf = async (
  tx: Queries,
  {
    action,
    entityType,
    notes,
  }: Pick<LogEvent, 'action' | 'entityType'> & { notes: readonly { id: number; field: string }[] },
) => {
  const ids = notes.map(({ id }) => id)
  const fields = notes.map(({ field }) => field)
  await sql`select log_entry(${entityType}, id, ${action}, array[field], true, 'ok')
    from unnest(${ids}::bigint[], ${fields}::text[]) as n(id, field)`.execute(tx)
}

/**
 * A request has one line for each object, and a later transaction changes none of an earlier one. From here on the lines
 * of this transaction are its own.
 */
export const separateLog = async (tx: Queries, part: string) => {
  await sql`select set_config('app.request_id', concat(current_setting('app.request_id', true), ':', ${part}::text), true)`.execute(
    tx,
  )
}

interface AccountEvent {
  userId: number
  action: string
  fields?: readonly string[]
  result?: 'ok' | 'denied'
}

/** Logs an event of an account, in every school it is attached to. */
export const logAccountEvent = async (tx: Queries, { userId, action, fields = [], result = 'ok' }: AccountEvent) => {
  await sql`select log_account(${userId}, ${action}, ${fields}::text[], ${result})`.execute(tx)
}
