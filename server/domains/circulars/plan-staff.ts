import type { CircularAudience } from '#contract/circulars/circulars.audience.ts'
import type { CircularLeftOut } from '#contract/circulars/circulars.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type CircularReader, type IsUnreachable, NO_IDS, personKey } from './circular-reader.ts'
import { listStaffRows, type StaffRow } from './circulars.staff.queries.ts'

const leftOutOf = (row: StaffRow, reason: CircularLeftOut['reason']): CircularLeftOut => ({
  ...{ ...NO_IDS, employee_id: row.id },
  ...{ child: '', name: fullName(row), reason },
})

/** Who at the school reads the mail and who does not. Somebody with two records, one mailbox and one name reads it once. */
export async function planStaff(
  tx: SchoolTransaction,
  audience: Pick<CircularAudience, 'is_whole_school' | 'class_ids' | 'employee_types' | 'employee_ids'>,
  { today, isUnreachable = () => false }: { today: string; isUnreachable?: IsUnreachable | undefined },
) {
  const readers = new Map<string, CircularReader>()
  const leftOut: CircularLeftOut[] = []
  for (const row of await listStaffRows(tx, audience, today)) {
    const { id, mail } = row
    if (mail === null) leftOut.push(leftOutOf(row, 'no_mail'))
    else if (isUnreachable(mail)) leftOut.push(leftOutOf(row, 'unreachable'))
    else {
      const key = personKey({ ...row, mail })
      const first = readers.get(key)
      readers.set(key, { name: fullName(row), mail, children: [], ...first, id: Math.min(id, first?.id ?? id) })
    }
  }
  return { readers: [...readers.values()], leftOut }
}

/**
 * Finds what each of these people gets today. Somebody without an address has the value `no_mail`; somebody who no longer
 * works here is missing.
 */
export async function findStaff(tx: SchoolTransaction, ids: readonly number[], today: string) {
  const only = { is_whole_school: false, class_ids: [], employee_types: [], employee_ids: [...ids] }
  const rows = await listStaffRows(tx, only, today)
  return new Map(
    rows.map((row): [number, CircularReader | 'no_mail'] => [
      row.id,
      row.mail === null ? 'no_mail' : { id: row.id, name: fullName(row), mail: row.mail, children: [] },
    ]),
  )
}
