import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { refuseCancelled } from './refuse-sicknote.ts'
import { lockSicknotes, updateSicknotes } from './sicknotes.changes.queries.ts'

interface CertificateChange {
  id: number
  requested?: boolean | undefined
  seen?: boolean | undefined
}

/** The stored day, or today; undefined leaves it unchanged. */
const dayOf = (isGiven: boolean | undefined, stored: string | null, today: string) => {
  if (isGiven === undefined) return stored
  return isGiven ? (stored ?? today) : null
}

/** Stores that somebody asked for a certificate or has seen it (domain §3.5); no copy is stored. */
export async function askCertificate(
  tx: SchoolTransaction,
  { id, requested, seen }: CertificateChange,
  acting: Acting,
) {
  const [note] = await lockSicknotes(tx, [id], acting)
  if (!note) throw notFound()
  refuseCancelled(note)
  await nameAction(tx, 'pupil_sicknote', 'sicknote_certificate')
  await updateSicknotes(tx, [id], {
    certificate_requested_at: dayOf(requested, note.certificate_requested_at, acting.today),
    certificate_seen_at: dayOf(seen, note.certificate_seen_at, acting.today),
  })
  return { message: REPLY_TEXTS.saved }
}
