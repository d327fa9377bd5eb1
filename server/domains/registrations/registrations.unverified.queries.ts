import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { isTouched } from './registrations.touched.queries.ts'

/** How the newest confirmation mail or reminder to the present address went; without a line left in the log: it went. */
const lastOptin = sql<string>`coalesce((select m.state from mail_log m
  where m.related_type = 'registration_contact' and m.related_id = c.id
    and m.template in ('registration_optin', 'registration_reminder')
    and m.recipient_hash = sha256(convert_to(lower(c.mail), 'UTF8'))
  order by m.id desc limit 1), 'sent')`

/**
 * The one source of what may be deleted because nobody confirmed an address (domain §2.3): from the form, new, untouched,
 * and a mail about it was really handed over. Those without an address, of staff or a file,
 * and those whose mail failed never come under it.
 */
export const unverifiedPurgeable = (tx: SchoolTransaction, { createdBefore }: { createdBefore: string }) =>
  tx
    .selectFrom('registration as r')
    .where('r.source', '=', 'web')
    .where('r.status', '=', 'new')
    .where('r.created_at', '<=', createdBefore)
    .where('r.internal_note', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .where('r.pupil_id', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('registration_contact as c')
          .whereRef('c.registration_id', '=', 'r.id')
          .where('c.mail', 'is not', null)
          .where('c.optin_sent_at', 'is not', null)
          .where(lastOptin, '=', 'sent')
          .select('c.id'),
      ),
    )
    .where((eb) => eb.not(isTouched))
