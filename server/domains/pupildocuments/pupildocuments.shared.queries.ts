import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolHead } from '#server/documents/pdf-school-head.ts'

/** The active school as it appears on papers, and its highest grade. */
export async function getSchoolHead(tx: SchoolTransaction): Promise<SchoolHead & { grade_max: number }> {
  return tx
    .selectFrom('school as s')
    .leftJoin('document as d', (join) =>
      join.onRef('d.school_id', '=', 's.id').onRef('d.id', '=', 's.logo_document_id'),
    )
    .select(['s.name', 's.carrier_name', 's.street', 's.house_number', 's.zip', 's.city', 's.phone', 's.mail'])
    .select(['s.accent', 's.grade_max', 'd.content as logo'])
    .where('s.id', '=', sql<number>`current_school()`)
    .executeTakeFirstOrThrow()
}
