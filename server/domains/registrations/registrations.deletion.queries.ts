import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/in-school.ts'

/** Of the mails to their families stays that they went, not to whom (domain DP-07). */
const updateMailsToNobody = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`update mail_log m set recipient_masked = '***', recipient_hash = '', error = null, updated_at = now()
    from registration_contact c
    where m.related_type = 'registration_contact' and m.related_id = c.id and c.registration_id = any(${[...ids]}::bigint[])`.execute(
    tx,
  )

/** Removes applications for good, with contacts, links and all that hangs on them: the only way any of them goes. */
export async function deleteRegistrations(tx: SchoolTransaction, ids: readonly number[]) {
  if (ids.length === 0) return
  await updateMailsToNobody(tx, ids)
  await tx
    .deleteFrom('registration')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}
