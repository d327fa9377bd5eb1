import { MAIL_WORDINGS } from '#contract/mailwordings/mailwordings.texts.ts'
import { fullName } from '#contract/person-names.ts'
import {
  isStatusMailKind,
  type StatusMailKind,
  statusTemplate,
} from '#contract/registrations/registrations.mail-labels.ts'
import { mailState } from '#contract/registrations/registrations.mail-state.ts'
import { STATUS_MAIL_TEXTS, type StatusMailPreview } from '#contract/registrations/registrations.mails.ts'
import { statusRefusal } from '#contract/registrations/registrations.status.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { findStaleRefusal } from '#server/domains/registrations/refuse-stale-status.ts'
import { STATUS_MAILS_OF_APPLICATION } from '#server/domains/registrations/registration-limits.ts'
import { listContacts } from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import {
  findRegistration,
  type LockedRegistration,
  lockRegistration,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { informedText } from './plan-informing.shared.ts'
import { findLastInformed } from './registrations.informed.queries.ts'
import { findMailedContact } from './registrations.optin.queries.ts'
import { insertStatusMail } from './registrations.statusmails.queries.ts'
import { ABOUT_CONTACT } from './send-optin.ts'
import { wordStatus } from './status-mail.ts'

type Found = LockedRegistration | undefined

/** The decision to inform about; 404, or 409 when the application is withdrawn, transformed or new. */
export const kindOf = (current: Found): { current: LockedRegistration; kind: StatusMailKind } => {
  if (!current) throw notFound()
  const refusal = statusRefusal(current)
  if (refusal) throw conflict(refusal)
  if (!isStatusMailKind(current.status)) throw conflict(STATUS_MAIL_TEXTS.nothingToTell)
  return { current, kind: current.status }
}

type Contact = Awaited<ReturnType<typeof listContacts>>[number]

/** Divides contacts by whether their address is confirmed: only confirmed ones get the mail (domain §2.3). */
const readersOf = (contacts: Contact[]) => ({
  recipients: contacts.flatMap(({ id, mail, mail_verified_at, ...name }) =>
    mail !== null && mail_verified_at !== null ? [{ contact_id: id, fullname: fullName(name), mail }] : [],
  ),
  unreachable: contacts.flatMap((contact) => {
    const reason = mailState(contact)
    return reason === 'verified' ? [] : [{ contact_id: contact.id, fullname: fullName(contact), reason }]
  }),
})

interface StatusMailDraft {
  id: number
  addition: string | null
}

/** Exactly the mail that would be sent now, its recipients, and the contacts that cannot get it. Writes nothing. */
export async function previewStatusMail(
  tx: SchoolTransaction,
  { id, addition }: StatusMailDraft,
  { now }: Pick<Acting, 'now'>,
): Promise<StatusMailPreview> {
  const { current, kind } = kindOf(await findRegistration(tx, id))
  const contacts = await listContacts(tx, id)
  const contact = contacts[0] && (await findMailedContact(tx, contacts[0].id))
  if (!contact) throw notFound()
  const { mail, refusal, hints } = await wordStatus(tx, contact, { kind, addition, now })
  return {
    kind,
    version: current.version,
    mail: { ...mail, from: contact.school_name, reply_to: contact.school_mail, school_name: contact.school_name },
    ...readersOf(contacts),
    sent_before: await findLastInformed(tx, id),
    hints: refusal === null ? hints : [refusal, ...hints],
  }
}

interface Sending extends StatusMailDraft {
  contact_ids: number[]
  /** The version of the application that was previewed. */
  version: number
  again: boolean
}

/** Only contacts with a confirmed address; 422 for any other, whoever asks. */
const chosenOf = (contacts: Contact[], ids: number[]) => {
  const { recipients } = readersOf(contacts)
  const chosen = recipients.filter(({ contact_id }) => ids.includes(contact_id))
  if (chosen.length !== new Set(ids).size) throw invalid({ contact_ids: [STATUS_MAIL_TEXTS.notVerified] })
  return chosen
}

/**
 * 409 when somebody changed the decision since the preview, or when the last mail said the same and the user did not
 * confirm a second one.
 */
const refuseOutdated = async (tx: SchoolTransaction, current: LockedRegistration, { version, again }: Sending) => {
  const stale = await findStaleRefusal(tx, current, version)
  if (stale) throw stale
  const { kind } = kindOf(current)
  const before = await findLastInformed(tx, current.id)
  if (!before || again) return
  throw conflict(informedText(kind, before), { sent_at: before.at })
}

/** 409 when the text mentions a deadline that is not set. */
const refuseWithoutDeadline = async (
  tx: SchoolTransaction,
  contactId: number,
  draft: StatusMailDraft & { kind: StatusMailKind; now: Date },
) => {
  const contact = await findMailedContact(tx, contactId)
  const { refusal } = contact ? await wordStatus(tx, contact, draft) : { refusal: null }
  if (refusal !== null) throw conflict(refusal)
}

/**
 * Informs the chosen contacts of the decision: one mail each, written when it leaves. Never automatic (domain §2.3).
 */
export async function sendStatusMail(
  tx: SchoolTransaction,
  sending: Sending,
  { viewer, now, limits }: Pick<Acting, 'viewer' | 'now'> & { limits: Limits },
) {
  const { current, kind } = kindOf(await lockRegistration(tx, sending.id))
  await refuseOutdated(tx, current, sending)
  const chosen = chosenOf(await listContacts(tx, sending.id), sending.contact_ids)
  for (const { contact_id } of chosen) await refuseWithoutDeadline(tx, contact_id, { ...sending, kind, now })
  await limits.spendIn(tx, {
    limit: STATUS_MAILS_OF_APPLICATION,
    key: `${viewer.school_id} ${current.id}`,
    message: STATUS_MAIL_TEXTS.tooMany,
  })
  await nameAction(tx, 'registration_status_mail', 'registration_status_mailed')
  const statusMailId = await insertStatusMail(tx, {
    registration_id: current.id,
    kind,
    addition: sending.addition,
    created_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  for (const { contact_id, mail } of chosen) {
    await queueMail(tx, {
      template: statusTemplate(kind),
      recipient: mail,
      relatedType: ABOUT_CONTACT,
      relatedId: contact_id,
      relatedIds: [statusMailId],
    })
  }
  const names = chosen.map(({ fullname }) => fullname).join(' und ')
  return { message: `${MAIL_WORDINGS[statusTemplate(kind)].label}: unterwegs an ${names}.` }
}
