import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** What printed lists said of these pupils. */
export const erasePhotoPrints = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  sql`delete from photo_print_pupil where pupil_id = any(${[...pupilIds]}::bigint[])`.execute(tx)

/** After a year nobody compares with a print any more. */
export const deleteOldPhotoPrints = (tx: SchoolTransaction, today: string) =>
  sql`delete from photo_print
    where (printed_at at time zone 'Europe/Berlin')::date + interval '1 year' <= ${today}::date`.execute(tx)
