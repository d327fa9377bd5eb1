import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

/** The database stores the moment at most once in this time, so asking it more often is useless. */
const NOTED_EVERY_MS = 5000

/**
 * Notes that the mail server takes mails at this moment: mails that waited before are not held up by it. Noting locks the
 * one row until the transaction ends, so mails that leave together would wait for each other; therefore most of them
 * do not note it again.
 */
export function openMailPassage() {
  let notedAt = Number.NEGATIVE_INFINITY
  /** Runs the transaction of a mail that has left; `note` belongs into it. */
  return async (work: (note: (tx: Queries) => Promise<void>) => Promise<void>) => {
    const at = performance.now()
    const isDue = at - notedAt >= NOTED_EVERY_MS
    await work(async (tx) => {
      if (isDue) await sql`select note_mail_left()`.execute(tx)
    })
    if (isDue) notedAt = at
  }
}
