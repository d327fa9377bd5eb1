import type { CircularKind } from '#contract/circulars/circulars.audience.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from './circulars.families.shared.queries.ts'
import type { WaitingChoice } from './circulars.waiting.queries.ts'
import { planReaders } from './plan-circular.ts'
import { findStaffReader } from './plan-staff.ts'
import { findWaitingReader } from './plan-waiting.ts'

interface Wanted {
  circular: WaitingChoice & { kind: CircularKind }
  /** The guardian, the contact or who works here. */
  id: number
  /** The pupils or applications that it is about. */
  childIds: readonly number[]
}

/** The person who gets the circular today; undefined when this person would no longer get it. */
export async function findReaderNow(tx: SchoolTransaction, { circular, id, childIds }: Wanted, today: string) {
  if (circular.kind === 'staff') return await findStaffReader(tx, id, today)
  if (circular.kind === 'waiting')
    return await findWaitingReader(tx, { choice: circular, id, registrationIds: childIds })
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds: childIds, today })
  return planReaders(rows).readers.find((reader) => reader.id === id)
}
