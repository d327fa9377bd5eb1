import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { inTransaction, type Queries } from './database.ts'
import type { SchoolViewer, Viewer } from './viewer.ts'

declare const bound: unique symbol
/**
 * Queries in a transaction that knows who acts and for which school; row-level security follows from it. Only the
 * functions of this file make one, when they bind a transaction or are shown a viewer inside a school.
 */
export type SchoolTransaction = Queries & { readonly [bound]: true }

const asBound = (tx: Queries) => tx as SchoolTransaction

/** Bound to a school only when the viewer is known to be inside one. */
export type TransactionOf<V> = V extends SchoolViewer ? SchoolTransaction : Queries

/**
 * The transaction of a request as its viewer may use it: `openRequest` has bound it to the school that this viewer is in.
 * The viewer must be the one of the same request.
 */
export const transactionOf = <V extends Viewer | null>(tx: Queries, _viewer: V) => tx as TransactionOf<V>

/** Binds the open transaction to a school; public endpoints, for example, find it by its short name. */
export const bindSchool = async (tx: Queries, schoolId: number) => {
  await sql`select set_config('app.school_id', ${String(schoolId)}, true)`.execute(tx)
  return asBound(tx)
}

/**
 * Runs a statement whose SQL function opens a link and binds the transaction to the school of that link
 * (`open_pupil_link` and the like). Returns that link's row and the bound transaction; undefined when the link does not
 * work, because then the transaction stays as it was.
 */
export async function bindByLink<R>(tx: Queries, opening: RawBuilder<R>) {
  const { rows } = await opening.execute(tx)
  return rows[0] && { row: rows[0], tx: asBound(tx) }
}

/**
 * Runs `work` bound to each of the schools, one after the other, and binds back to `own` (null: to none): for the few questions that
 * cross schools. The caller says why the viewer may ask there.
 */
export async function withSchools<T>(
  tx: Queries,
  { own, schoolIds }: { own: number | null; schoolIds: readonly number[] },
  work: (inside: SchoolTransaction, schoolId: number) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (const schoolId of schoolIds) {
    const inside = await bindSchool(tx, schoolId)
    answers.push(await work(inside, schoolId))
  }
  await sql`select set_config('app.school_id', ${String(own ?? '')}, true)`.execute(tx)
  return answers
}

/** Binds the open transaction to a user and the active school: for a login, whose request began without either. */
export const bindUser = async (tx: Queries, userId: number) => {
  await sql`select set_config('app.user_id', u.id::text, true), set_config('app.school_id', coalesce(a.school_id::text, ''), true),
      set_config('app.has_proved_two', 'false', true), set_config('app.session_way', '', true)
    from app_user u left join user_school a on a.user_id = u.id and a.school_id = u.school_id where u.id = ${userId}`.execute(
    tx,
  )
}

const BIND = `select set_config('app.user_id', $1, true), set_config('app.school_id', $2, true), set_config('app.request_id', $3, true)`

/** Work inside a school without a request: jobs, the demo, tests. */
export const inSchool = <T>(
  pool: pg.Pool,
  actor: { userId: number | null; schoolId: number; requestId: string },
  work: (tx: SchoolTransaction) => Promise<T>,
) =>
  inTransaction(pool, (tx) => work(asBound(tx)), {
    opening: { text: BIND, values: [String(actor.userId ?? ''), String(actor.schoolId), actor.requestId] },
  })
