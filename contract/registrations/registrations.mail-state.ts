import { type Agreement, isAgreementMissing } from './registrations.agreement.ts'
import { isTransformed, isWithdrawn, type Lifecycle } from './registrations.status.ts'

interface Mailbox {
  mail: string | null
  mail_verified_at: string | null
  agreement?: Agreement | null
}

/** Domain §2.3: most confirmation mails for one contact. */
export const OPTIN_SENDS_MAX = 5
/** Most confirmation mails a day by the public button. */
export const OPTIN_PUBLIC_SENDS_PER_DAY = 3

type Active = Pick<Lifecycle, 'withdrawn_at' | 'pupil_id'>

/** Whether a mail with a link is for anything: to confirm the address, or to answer whether this person agrees. */
export const needsLink = (registration: Active, contact: Mailbox) =>
  !isWithdrawn(registration) &&
  (isUnconfirmed(contact) ||
    (mailState(contact) === 'verified' && isAgreementMissing(contact) && !isTransformed(registration)))

/** Whether this contact may get another mail with a link; mails that are waiting count, too. */
export const mayResendOptin = (registration: Active, contact: Mailbox, mailsToContact: number) =>
  needsLink(registration, contact) && mailsToContact < OPTIN_SENDS_MAX

export const MAIL_STATES = ['none', 'unverified', 'verified'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Spec §4: no address grey, unverified negative with alert, verified positive with its time. */
export const mailState = (contact: Omit<Mailbox, 'agreement'> | null): MailState => {
  if (!contact?.mail) return 'none'
  return contact.mail_verified_at === null ? 'unverified' : 'verified'
}

/**
 * Whether this contact should get confirmation mails and reminders. Filter and task of unconfirmed applications also
 * find those without any address.
 */
export const isUnconfirmed = (contact: Mailbox) => mailState(contact) === 'unverified'

/**
 * Whether a page explains why it cannot resend: all confirmation mails were sent, and the address should be checked.
 */
export const isOptinUsedUp = (registration: Active, contact: Mailbox & { may_resend: boolean }) =>
  needsLink(registration, contact) && !contact.may_resend

type WithContacts<Contact> = { contact: Contact | null; second_contact: Contact | null }

/** The contacts of an application in the list, in order. */
export const contactsOf = <Contact>({ contact, second_contact }: WithContacts<Contact>): Contact[] =>
  [contact, second_contact].filter((one) => one !== null)

/** The state of a whole application: unconfirmed while one of its addresses is. */
export const sharedMailState = (contacts: readonly Mailbox[]): MailState => {
  if (contacts.some(isUnconfirmed)) return 'unverified'
  return contacts.some(({ mail }) => mail) ? 'verified' : 'none'
}

export const MAIL_STATE_LABELS: Record<MailState, string> = {
  none: 'keine Adresse',
  unverified: 'unbestätigt',
  verified: 'bestätigt',
}

/** How many addresses an application has, and how many of them are confirmed. */
interface AddressCounts {
  all: number
  confirmed: number
}

export const countAddresses = (contacts: readonly Mailbox[]): AddressCounts => ({
  all: contacts.filter(({ mail }) => mail).length,
  confirmed: contacts.filter((contact) => mailState(contact) === 'verified').length,
})

/** „1 von 2 bestätigt“ while one of two addresses is unconfirmed; the line never breaks between the numbers. */
export const addressesText = ({ all, confirmed }: AddressCounts) => {
  if (all === 0) return MAIL_STATE_LABELS.none
  if (confirmed === 0) return MAIL_STATE_LABELS.unverified
  return confirmed === all ? MAIL_STATE_LABELS.verified : `${confirmed}\u00a0von\u00a0${all} bestätigt`
}

/** „1 von 2“ in a narrow column, where the words appear on pointing. */
export const shortMailStateText = (contacts: readonly Mailbox[]) => {
  const { all, confirmed } = countAddresses(contacts)
  return confirmed > 0 && confirmed < all ? `${confirmed}\u00a0von\u00a0${all}` : addressesText({ all, confirmed })
}

export const mailStateText = (contacts: readonly Mailbox[]) => addressesText(countAddresses(contacts))
