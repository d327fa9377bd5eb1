import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { registrations } from './registrations.shared.queries.ts'

const listRows = (tx: SchoolTransaction, ids: readonly number[]) =>
  registrations(tx)
    .select(['r.id', 'r.number', 'r.child_lastname', 'r.child_firstname', 'r.child_birthdate', 'r.desired_grade'])
    .select(['y.name as school_year', 'r.entry_type', 'r.created_at', 'r.status', 'r.wait_rank', 'r.meta'])
    .select(['r.place_confirm_due_at', 'r.place_confirmed_at', 'r.withdrawn_at'])
    .where((eb) => eb('r.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

const listRowContacts = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration_contact')
    .select(['registration_id', 'firstname', 'lastname', 'relationship', 'mail', 'mail_verified_at', 'phone'])
    .where((eb) => eb('registration_id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('position')
    .execute()

/** These applications with their contacts by position, in the order of the ids; unknown ones are missing. */
export async function listExported(tx: SchoolTransaction, ids: readonly number[]) {
  const rows = new Map((await listRows(tx, ids)).map((row) => [row.id, row]))
  const contacts = Map.groupBy(await listRowContacts(tx, ids), (contact) => contact.registration_id)
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [{ ...row, contacts: contacts.get(id) ?? [] }] : []
  })
}
export type ExportedRegistration = Awaited<ReturnType<typeof listExported>>[number]
