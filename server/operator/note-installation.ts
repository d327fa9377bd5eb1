import { type Connection, openPool } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { Call } from './command.ts'
import { asOperator } from './operator.queries.ts'

/**
 * Logs what the operator did to the whole installation, which belongs to no school. Only for what is done and cannot be
 * undone any more: a log that cannot be written, because the disk is full or the database is old, does not make a good
 * backup a failure.
 */
export async function noteInstallation(app: Connection, action: string, remark: Call['remark']) {
  const pool = openPool(app)
  try {
    await asOperator(pool, (tx) => logEvent(tx, { action, entityType: 'installation', entityId: null }))
  } catch {
    remark('Im Protokoll ließ sich das nicht vermerken.')
  } finally {
    await pool.end()
  }
}
