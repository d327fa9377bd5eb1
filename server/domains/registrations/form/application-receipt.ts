import { AGREEMENT_TEXTS, isSameMailbox } from '#contract/registrations/registrations.agreement.ts'
import type { ContactAnswers } from '#contract/registrations/registrations.form.ts'
import type { Receipt } from '#contract/registrations/registrations.public.ts'
import {
  type Delivery,
  MAIL_CORRECTIONS_MAX,
  maskMail,
  PUBLIC_REGISTRATION_TEXTS,
} from '#contract/registrations/registrations.public-texts.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { NO_WISH, wishEnded } from '#server/domains/registrations/decision/end-wish.ts'
import { changeContactMail } from '#server/domains/registrations/mails/change-contact-mail.ts'
import { isOptinUsedUp, newestOptins } from '#server/domains/registrations/mails/send-optin.ts'
import { noteFields } from '#server/domains/registrations/note-fields.ts'
import { APPLICATIONS_OF_MAIL, mailboxOf } from '#server/domains/registrations/registration-limits.ts'
import { updateRegistration } from '#server/domains/registrations/registrations.changes.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import {
  type LockedRegistration,
  lockRegistration,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { areMailsDelayed } from '#server/mail/outbox-state.ts'
import { findReceipt, listContacts, type ReceiptRow, spendCorrection } from './registrations.receipts.queries.ts'
import type { FormVisitor } from './visitor-cookie.ts'

type MailServer = Pick<Platform, 'hasMailServer'>

/** The state of a mail. A waiting mail without a failed try counts as sent, because it leaves within seconds. */
const deliveryOf = (mail: { state: string; error: string | null } | undefined, isHeldUp: boolean): Delivery => {
  if (mail?.state === 'failed') return 'refused'
  return mail?.state === 'queued' && (isHeldUp || mail.error !== null) ? 'waiting' : 'sent'
}

/** The text about unconfirmed addresses: it says that a link was sent only if it was. */
const messageOf = (number: string, contacts: Receipt['contacts']) => {
  const open = contacts.filter(({ is_verified }) => !is_verified).map(({ delivery }) => delivery)
  if (open.includes('waiting')) return PUBLIC_REGISTRATION_TEXTS.thanksLater(number)
  if (open.includes('refused')) return PUBLIC_REGISTRATION_TEXTS.received(number)
  return PUBLIC_REGISTRATION_TEXTS.thanks(number)
}

const toReceipt = async (tx: SchoolTransaction, row: ReceiptRow, mailServer: MailServer): Promise<Receipt> => {
  const reachable = (await listContacts(tx, row.registration_id)).flatMap(({ mail, ...contact }) =>
    mail === null ? [] : [{ ...contact, mail }],
  )
  const isDelayed = await areMailsDelayed(tx, mailServer)
  const mails = await newestOptins(
    tx,
    reachable.map(({ id }) => id),
  )
  const contacts = reachable.map(({ id, position, mail, mail_verified_at, mail_corrections }) => ({
    position,
    mail_masked: maskMail(mail),
    is_verified: mail_verified_at !== null,
    delivery: deliveryOf(mails.get(id), isDelayed),
    corrections_left: Math.max(0, MAIL_CORRECTIONS_MAX - mail_corrections),
  }))
  return { number: row.number, received_at: row.created_at, message: messageOf(row.number, contacts), contacts }
}

interface Reading {
  visitor: FormVisitor | undefined
  now: Date
}

/**
 * What the visitor may see of the last application for one hour; null afterwards. It contains nothing about the child.
 */
export async function readReceipt(tx: SchoolTransaction, { visitor, now }: Reading, mailServer: MailServer) {
  const row = visitor && (await findReceipt(tx, visitor.hash, now.toISOString()))
  return row ? toReceipt(tx, row, mailServer) : null
}

/** The family's contacts for "Bewerbung für ein weiteres Kind"; 404 without a receipt. */
export async function readReceiptContacts(tx: SchoolTransaction, visitor: FormVisitor | undefined, now: Date) {
  const row = visitor && (await findReceipt(tx, visitor.hash, now.toISOString()))
  if (!row) throw notFound()
  const contacts = await listContacts(tx, row.registration_id)
  const { second_contact_unreachable, ...meta } = row.meta as Record<string, string | undefined> & {
    second_contact_unreachable?: boolean
  }
  return {
    custody: meta.custody ?? '',
    second_contact_unreachable: second_contact_unreachable ?? false,
    second_contact_note: meta.second_contact_note ?? null,
    sibling: { firstname: meta.child_firstname ?? '', lastname: meta.child_lastname ?? '' },
    address: {
      street: meta.child_street ?? '',
      house_number: meta.child_house_number ?? '',
      zip: meta.child_zip ?? '',
      city: meta.child_city ?? '',
    },
    contacts: contacts.map(({ id, position, mail_verified_at, agreement, relationship, ...contact }) => ({
      ...contact,
      relationship: relationship as ContactAnswers['relationship'],
    })),
  }
}

interface Correction {
  visitor: FormVisitor | undefined
  position: number
  mail: string
  now: Date
}

/**
 * Staff whose page shows the former address cannot write it back unseen (domain §9a); a wish from the former address
 * ends.
 */
async function noteCorrection(
  tx: SchoolTransaction,
  current: LockedRegistration,
  { position, now }: Pick<Correction, 'position' | 'now'>,
) {
  const endsWish = current.withdraw_requested_position === position
  await updateRegistration(tx, current.id, {
    field_changes: noteFields(current, [`contacts.${position - 1}.mail`], { viewer: null, now }),
    ...(endsWish && NO_WISH),
  })
  if (endsWish) await insertEvents(tx, { viewer: { user_id: null }, now }, [wishEnded(current)])
}

/** One parent must not answer for both: where the second person is asked by a link, it goes to another mailbox. */
const refuseSharedMailbox = (
  contacts: Awaited<ReturnType<typeof listContacts>>,
  { position, mail }: Pick<Correction, 'position' | 'mail'>,
) => {
  const isAsked = contacts.some(({ agreement }) => agreement !== null)
  const others = contacts.filter((one) => one.position !== position)
  if (isAsked && others.some((other) => other.mail !== null && isSameMailbox(other.mail, mail)))
    throw invalid({ mail: [AGREEMENT_TEXTS.sameMail] })
}

/**
 * Corrects a mistyped address that is not confirmed yet, twice at most. 404 without a receipt or such a contact, 409
 * when no correction is left, 429 when the new address gets too many mails.
 */
export async function correctMail(
  tx: SchoolTransaction,
  { visitor, position, mail, now }: Correction,
  { limits, hasMailServer }: Pick<Platform, 'limits' | 'hasMailServer'>,
) {
  const row = visitor && (await findReceipt(tx, visitor.hash, now.toISOString()))
  // Every caller locks the application before its contacts; those are read afterwards.
  const current = row && (await lockRegistration(tx, row.registration_id))
  if (!row || !current || isWithdrawn(current)) throw notFound()
  const contacts = await listContacts(tx, row.registration_id)
  const contact = contacts.find((one) => one.position === position)
  if (!contact?.mail) throw notFound()
  if (contact.mail === mail) return toReceipt(tx, row, { hasMailServer })
  refuseSharedMailbox(contacts, { position, mail })
  // An address that may not get any more mails could never be confirmed.
  const isOver = contact.mail_verified_at !== null || (await isOptinUsedUp(tx, contact.id))
  if (isOver || !(await spendCorrection(tx, contact.id))) throw conflict(PUBLIC_REGISTRATION_TEXTS.correctionUsedUp)
  await limits.spendIn(tx, {
    limit: APPLICATIONS_OF_MAIL,
    key: mailboxOf(mail),
    message: PUBLIC_REGISTRATION_TEXTS.tooManyForMail,
  })
  await changeContactMail(tx, { contactId: contact.id, mail })
  await noteCorrection(tx, current, { position, now })
  return toReceipt(tx, row, { hasMailServer })
}
