import type pg from 'pg'

/** No free connection, and a limit that somebody set: all other codes of class 53 mean that resources ran out. */
const OTHER_LIMITS = new Set(['53300', '53400'])

/** Whether PostgreSQL had no disk or memory left, or could not read or write a file. */
export const isOutOfRoom = ({ code = '' }: { code?: string | undefined }) =>
  /^5[38][0-9A-Z]{3}$/.test(code) && !OTHER_LIMITS.has(code)

/** Pools in which a statement failed that way, as long as no probe has succeeded since. */
const failing = new WeakSet<pg.Pool>()

/** Records each such failure of the connection, whatever the statement was. */
export const noteFailingWrites = (pool: pg.Pool, client: pg.Client) => {
  client.connection.on('errorMessage', (error: { code?: string }) => {
    if (isOutOfRoom(error)) failing.add(pool)
  })
}

/**
 * Throws while PostgreSQL has no room for writes. It costs nothing until a write has failed; after that it tries one.
 */
export async function probeFailingWrites(pool: pg.Pool) {
  if (!failing.has(pool)) return
  await pool.query('select probe_write()')
  failing.delete(pool)
}
