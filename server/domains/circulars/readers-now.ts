import type { CircularReason } from '#contract/circulars/circulars.ts'
import type { DropReason } from '#contract/mail-trouble.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type CircularReader, triesAll } from './circular-reader.ts'
import { listFamilyRows } from './circulars.families.shared.queries.ts'
import { RELATED_TYPES } from './circulars.queries.ts'
import { listWaitingRows, type WaitingChoice } from './circulars.waiting.queries.ts'
import { familyReader, reasonOfFamily } from './plan-circular.ts'
import { findStaff } from './plan-staff.ts'
import { readersOf, reasonOfWaiting } from './plan-waiting.ts'

/** A mail of a circular: to which record of a person, about which pupils or applications. */
export interface CircularMail {
  id: number
  child_ids: readonly number[]
}

/** Who gets the mail today, at today's address; or why this person gets none any more. */
export type ReaderNow = CircularReader | DropReason

interface ReaderQuery {
  /** What the mails are about, as the outbox calls it. */
  relatedType: string
  /** Loads which part of the waiting list the circular is for. Called only for mails to a waiting list. */
  choice: () => Promise<WaitingChoice | undefined>
  mails: readonly CircularMail[]
}

/** `nobody` means that the child has no contact any more; `unreachable` does not occur, because every address is tried. */
const dropReason = (reason: CircularReason | undefined): DropReason =>
  reason === undefined || reason === 'nobody' || reason === 'unreachable' ? 'gone' : reason

/** Looks at the rights and the address of the people of these mails anew. */
export async function readersNow(
  tx: SchoolTransaction,
  { relatedType, choice, mails }: ReaderQuery,
  today: string,
): Promise<(mail: CircularMail) => ReaderNow> {
  const childIds = mails.flatMap(({ child_ids }) => child_ids)
  if (relatedType === RELATED_TYPES.staff) {
    const staff = await findStaff(
      tx,
      mails.map(({ id }) => id),
      today,
    )
    return ({ id }) => staff.get(id) ?? 'not_employed'
  }
  if (relatedType === RELATED_TYPES.waiting) {
    const chosen = await choice()
    const rows = chosen ? await listWaitingRows(tx, chosen, childIds) : []
    return ({ id, child_ids }) => {
      const own = rows.filter(({ registration_id }) => child_ids.includes(registration_id))
      const row = own.find(({ contact_id }) => contact_id === id)
      const reader = readersOf(own, triesAll).find(({ contactIds }) => contactIds.includes(id))
      return reader ?? dropReason(row && reasonOfWaiting(row, triesAll))
    }
  }
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds: childIds, today })
  return ({ id, child_ids }) => {
    const own = rows.filter(({ pupil_id }) => child_ids.includes(pupil_id))
    const row = own.find(({ guardian_id }) => guardian_id === id)
    return familyReader(own, id) ?? dropReason(row && reasonOfFamily(row, triesAll))
  }
}
