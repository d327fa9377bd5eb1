import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

interface Spending {
  /** The key in the format of rate-limiter-flexible: prefix, colon, key. */
  key: string
  now: number
  seconds: number
}

/**
 * Uses up one point inside the transaction: a rollback gives it back. Returns the used points and when they expire
 * (ms).
 */
export async function spendPoint(tx: Queries, { key, now, seconds }: Spending) {
  const {
    rows: [row],
  } = await sql<{ points: number; expire: number }>`insert into rate_limit as l (key, points, expire)
    values (${key}, 1, ${now + seconds * 1000})
    on conflict (key) do update set
      points = case when l.expire <= ${now} then 1 else l.points + 1 end,
      expire = case when l.expire <= ${now} then excluded.expire else l.expire end
    returning points, expire`.execute(tx)
  return row ?? { points: 1, expire: now }
}

interface SpendingMany extends Omit<Spending, 'key'> {
  keys: readonly string[]
}

/**
 * The same for many keys in one statement. Rows are locked in key order, so that parallel calls wait for each other and
 * never deadlock.
 */
export async function spendPoints(tx: Queries, { keys, now, seconds }: SpendingMany) {
  const { rows } = await sql<{ key: string; points: number }>`insert into rate_limit as l (key, points, expire)
    select key, 1, ${now + seconds * 1000}::bigint from unnest(${[...keys].sort()}::text[]) as key
    on conflict (key) do update set
      points = case when l.expire <= ${now} then 1 else l.points + 1 end,
      expire = case when l.expire <= ${now} then excluded.expire else l.expire end
    returning key, points`.execute(tx)
  return new Map(rows.map(({ key, points }) => [key, points]))
}
