import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { registrations } from '#server/domains/registrations/registrations.shared.queries.ts'

/** What decides whether a family can be informed, and how; applications in the bin are missing. */
export const listInformable = (tx: SchoolTransaction, ids: readonly number[]) =>
  registrations(tx)
    .select(['r.id', 'r.number', 'r.child_firstname', 'r.child_lastname', 'r.status', 'r.withdrawn_at', 'r.pupil_id'])
    .select(['r.withdraw_requested_at', 'r.place_confirm_due_at', 'r.meta', 'r.entry_type'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** The contacts of these applications by position. */
export const listContactsOfMany = (tx: SchoolTransaction, registrationIds: readonly number[]) =>
  tx
    .selectFrom('registration_contact')
    .selectAll()
    .where((eb) => eb('registration_id', '=', eb.fn.any(eb.val([...registrationIds]))))
    .orderBy('position')
    .execute()

/** Locks these applications in the order of their ids, so that two who inform the same families wait for each other. */
export const lockToInform = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .forUpdate()
    .execute()
