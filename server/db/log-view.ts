import { sql } from 'kysely'
import type { ViewedSubject, ViewKind } from '#contract/viewlogs/viewlogs.kinds.ts'
import type { Queries } from './database.ts'

interface LoggedView {
  kind: Exclude<ViewKind, 'page'>
  subject: ViewedSubject
  /** The people whose data were given out, each once; for nobody no line is written. */
  ids: readonly number[]
  /** Which export or print it was, in the words of the page; never anything about a person. */
  what?: string
  /** The instant of the request; missing: the database's clock. */
  at?: Date
}

/**
 * Notes whose data the person of this transaction was given: one line for an export, with everybody in it (domain
 * DP-22). Pages that are opened are noted by the endpoint's `opens`, after the reply.
 */
export const logView = async (tx: Queries, { kind, subject, ids, what, at }: LoggedView) => {
  if (ids.length === 0) return
  await sql`select log_views(${kind}, ${what ?? null}, ${subject}, ${[...ids]}::bigint[], ${at?.toISOString() ?? null}::timestamptz)`.execute(
    tx,
  )
}
