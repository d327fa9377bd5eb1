import { isWithdrawn, type Lifecycle } from './registrations.status.ts'

interface Mailbox {
  mail: string | null
  mail_verified_at: string | null
}

/** Domain §2.3: at most so many confirmation mails for one contact. */
export const OPTIN_SENDS_MAX = 5
/** … and so many a day by the public button. */
export const OPTIN_PUBLIC_SENDS_PER_DAY = 3

/** Whether another confirmation mail may go to this contact, after so many to its present address, waiting ones included. */
export const mayResendOptin = (
  registration: Pick<Lifecycle, 'withdrawn_at'>,
  contact: Mailbox,
  mailsToAddress: number,
) => !isWithdrawn(registration) && mailState(contact) === 'unverified' && mailsToAddress < OPTIN_SENDS_MAX

export const MAIL_STATES = ['none', 'unverified', 'verified'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Spec §4: no address grey, unverified negative with alert, verified positive with its time. */
export const mailState = (contact: Mailbox | null): MailState => {
  if (!contact?.mail) return 'none'
  return contact.mail_verified_at === null ? 'unverified' : 'verified'
}

export const MAIL_STATE_LABELS: Record<MailState, string> = {
  none: 'keine Adresse',
  unverified: 'unbestätigt',
  verified: 'bestätigt',
}
