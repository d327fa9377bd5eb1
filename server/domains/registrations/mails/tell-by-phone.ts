import { mailLabel, statusTemplate } from '#contract/registrations/registrations.mail-labels.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { findStaleRefusal } from '#server/domains/registrations/refuse-stale-status.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import { informedText } from './plan-informing.shared.ts'
import { findLastInformed } from './registrations.informed.queries.ts'
import { insertStatusMails } from './registrations.statusmails.queries.ts'
import { deletePhoneNotes } from './registrations.told.queries.ts'
import { kindOf } from './send-status-mail.ts'

interface Told {
  id: number
  is_told: boolean
  /** The version of the application on the page. */
  version: number
}

/**
 * Notes that the family was told the present decision on the telephone, or takes that note back. 409 when the decision
 * was changed since the page's version, and when the family was informed before.
 */
export async function tellByPhone(
  tx: SchoolTransaction,
  { id, is_told, version }: Told,
  { viewer, now }: Pick<Acting, 'viewer' | 'now'>,
) {
  const { current, kind } = kindOf(await lockRegistration(tx, id))
  const stale = await findStaleRefusal(tx, current, version)
  if (stale) throw stale
  await nameAction(tx, 'registration_status_mail', 'registration_told_by_phone')
  if (!is_told) return { told_at: await deletePhoneNotes(tx, current) }
  const before = await findLastInformed(tx, id)
  if (before) throw conflict(informedText(kind, before), { sent_at: before.at })
  const at = now.toISOString()
  const note = { registration_id: id, kind, addition: null, by_phone: true, told_at: at }
  await insertStatusMails(tx, [{ ...note, created_by: viewer.user_id, created_at: at }])
  await insertEvents(tx, { viewer, now }, [
    { registration_id: id, kind: 'told_by_phone', note: mailLabel(statusTemplate(kind)) },
  ])
  return { told_at: at }
}
