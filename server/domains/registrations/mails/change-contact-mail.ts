import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { updateContactMail } from './registrations.optin.queries.ts'
import { queueOptin } from './send-optin.ts'

/**
 * Another address of a contact: unconfirmed, all former links dead, a new confirmation mail under way (domain §2.3). That
 * one also goes when staff correct the address of a contact who had all five.
 */
export async function changeContactMail(
  tx: SchoolTransaction,
  { contactId, mail }: { contactId: number; mail: string },
) {
  await updateContactMail(tx, contactId, mail)
  await queueOptin(tx, { id: contactId, mail })
}
