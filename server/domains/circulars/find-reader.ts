import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from './circulars.families.shared.queries.ts'
import { RELATED_TYPES } from './circulars.queries.ts'
import type { WaitingChoice } from './circulars.waiting.queries.ts'
import { planReaders } from './plan-circular.ts'
import { findStaffReader } from './plan-staff.ts'
import { findWaitingReader } from './plan-waiting.ts'

interface Wanted {
  /** What the mail is about, as the outbox calls it. */
  relatedType: string
  /** Loads which part of the waiting list the circular is for. Called only for mails to a waiting list. */
  choice: () => Promise<WaitingChoice | undefined>
  /** The guardian, the contact or who works here. */
  id: number
  /** The pupils or applications that it is about. */
  childIds: readonly number[]
}

/** The person who gets the circular today; undefined when this person would no longer get it. */
export async function findReaderNow(
  tx: SchoolTransaction,
  { relatedType, id, childIds, choice }: Wanted,
  today: string,
) {
  if (relatedType === RELATED_TYPES.staff) return await findStaffReader(tx, id, today)
  if (relatedType === RELATED_TYPES.waiting) {
    const chosen = await choice()
    return chosen && (await findWaitingReader(tx, { choice: chosen, id, registrationIds: childIds }))
  }
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds: childIds, today })
  return planReaders(rows).readers.find((reader) => reader.id === id)
}
