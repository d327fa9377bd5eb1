import { AGREEMENT_TEXTS } from '#contract/registrations/registrations.agreement.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import {
  lockAskedContact,
  updatePaperAgreement,
} from '#server/domains/registrations/mails/registrations.agreement.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'

interface PaperNote {
  id: number
  on_paper: boolean
}

/**
 * Staff note that the second person's agreement is there on paper, or take the note back; twice is once. Papers also
 * come after the child became a pupil. 404 when unknown or in the bin, 409 when withdrawn or when nobody collects it.
 */
export async function notePaperAgreement(tx: SchoolTransaction, { id, on_paper }: PaperNote, acting: Acting) {
  const current = await lockRegistration(tx, id)
  if (!current) throw notFound()
  if (isWithdrawn(current)) throw conflict(REGISTRATION_TEXTS.withdrawn)
  const contact = await lockAskedContact(tx, id)
  if (!contact) throw conflict(AGREEMENT_TEXTS.notAsked)
  const isChange = on_paper ? contact.agreement !== 'agreed' : contact.agreed_by !== null
  if (!isChange) return { agreement: contact.agreement }
  const kind = on_paper ? 'agreement_on_paper' : 'agreement_paper_undone'
  await nameAction(tx, 'registration_contact', `registration_${kind}`)
  const noted = on_paper
    ? { agreed_at: acting.now.toISOString(), agreed_by: acting.viewer.user_id }
    : { agreed_at: null, agreed_by: null }
  const agreement = await updatePaperAgreement(tx, contact.id, noted)
  await insertEvents(tx, acting, [{ registration_id: id, kind, contact_position: contact.position }])
  return { agreement }
}
