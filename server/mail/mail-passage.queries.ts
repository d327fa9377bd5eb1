import { sql } from 'kysely'
import type { Queries } from '#server/db/database.ts'

/** Notes that the mail server takes mails at this moment: mails that waited before are not held up by it. */
export const noteMailLeft = (tx: Queries) => sql`select note_mail_left()`.execute(tx)
