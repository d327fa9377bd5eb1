import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Erases the closed counts of these pupils: they stand on reports, which prove nothing about the time at the school. */
export const eraseAbsenceCounts = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  sql`delete from absence_count where pupil_id = any(${[...pupilIds]}::bigint[])`.execute(tx)
