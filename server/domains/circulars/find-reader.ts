import type { CircularKind } from '#contract/circulars/circulars.audience.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from './circulars.families.shared.queries.ts'
import { planReaders } from './plan-circular.ts'
import { findStaffReader } from './plan-staff.ts'

interface Wanted {
  kind: CircularKind
  /** The guardian, or who works here. */
  id: number
  /** The children that it is about. */
  pupilIds: readonly number[]
}

/** The person who gets the circular today; undefined when this person would no longer get it. */
export async function findReaderNow(tx: SchoolTransaction, { kind, id, pupilIds }: Wanted, today: string) {
  if (kind === 'staff') return await findStaffReader(tx, id, today)
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds, today })
  return planReaders(rows).readers.find((reader) => reader.id === id)
}
