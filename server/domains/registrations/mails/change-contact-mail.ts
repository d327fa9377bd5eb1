import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { updateContactMail } from './registrations.optin.queries.ts'
import { queueOptin } from './send-optin.ts'

/**
 * Gives a contact another mail address: it is unconfirmed, all former links stop working, and a new confirmation mail
 * is queued (domain §2.3). This mail is also sent when staff correct the address of a contact who had all five.
 */
export async function changeContactMail(
  tx: SchoolTransaction,
  { contactId, mail }: { contactId: number; mail: string },
) {
  await updateContactMail(tx, contactId, mail)
  await queueOptin(tx, { id: contactId, mail })
}
