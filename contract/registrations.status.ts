import { z } from 'zod'

/** Spec §4: exactly four; withdrawal and transformation are timestamps (domain §0.7). */
export const REGISTRATION_STATUSES = ['new', 'accepted', 'rejected', 'waiting'] as const
export const RegistrationStatus = z.enum(REGISTRATION_STATUSES)
export type RegistrationStatus = z.output<typeof RegistrationStatus>

export const STATUS_LABELS: Record<RegistrationStatus, string> = {
  new: 'Neu',
  accepted: 'Angenommen',
  rejected: 'Abgelehnt',
  waiting: 'Warteliste',
}

/** Fixed texts about applications: the first five of spec §2 and §8, verbatim with their slips. */
export const REGISTRATION_TEXTS = {
  statusFailed: 'Der Status konnten nicht übernommen werden.',
  resendTitle: 'Erfolgreich',
  resent: 'Die E-Mail wurde erfolgreich versendet.',
  resendFailed: 'Beim Senden der E-Mail ist es zu einem Fehler gekommen.',
  none: 'Keine Bewerbungen vorhanden',
  withdrawn: 'Die Bewerbung wurde zurückgezogen.',
  transformed: 'Die Bewerbung wurde bereits übernommen.',
  notAccepted: 'Nur angenommene Bewerbungen können übernommen werden.',
  checkAddress: 'Bitte Adresse prüfen',
  mailVerified: 'Diese E-Mail-Adresse ist bereits bestätigt.',
  duplicates: 'Dieses Kind gibt es möglicherweise schon.',
  places: 'Es sind mehr Bewerbungen angenommen, als es Plätze gibt.',
  alreadyTransformed: 'Diese Bewerbung wurde bereits übernommen.',
  deleted: 'Die Bewerbung wurde gelöscht.',
  restored: 'Die Bewerbung wurde zurückgeholt.',
  noteHint: 'Auf Antrag nach Art. 15 DSGVO erhält die Familie auch diese Notiz.',
} as const

interface Lifecycle {
  status: RegistrationStatus
  withdrawn_at: string | null
  pupil_id: number | null
}

interface Mailbox {
  mail: string | null
  mail_verified_at: string | null
}

export const isWithdrawn = (registration: Pick<Lifecycle, 'withdrawn_at'>) => registration.withdrawn_at !== null

export const isTransformed = (registration: Pick<Lifecycle, 'pupil_id'>) => registration.pupil_id !== null

/** Why the status cannot change any more (domain §3.1: 409 with this text), or null. */
export const statusRefusal = (registration: Lifecycle) => {
  if (isWithdrawn(registration)) return REGISTRATION_TEXTS.withdrawn
  return isTransformed(registration) ? REGISTRATION_TEXTS.transformed : null
}

/** Why the child cannot become a pupil (409 with this text), or null (domain §3.3). */
export const transformRefusal = (registration: Lifecycle) =>
  statusRefusal(registration) ?? (registration.status === 'accepted' ? null : REGISTRATION_TEXTS.notAccepted)

export const mayChangeStatus = (registration: Lifecycle) => statusRefusal(registration) === null

export const mayTransform = (registration: Lifecycle) => transformRefusal(registration) === null

/** Domain §2.3: at most so many confirmation mails for one contact. */
export const OPTIN_SENDS_MAX = 5
/** … and so many a day by the public button. */
export const OPTIN_PUBLIC_SENDS_PER_DAY = 3

/** Whether another confirmation mail may go to this contact. */
export const mayResendOptin = (
  registration: Pick<Lifecycle, 'withdrawn_at'>,
  contact: Mailbox & { optin_sent_count: number },
) => !isWithdrawn(registration) && mailState(contact) === 'unverified' && contact.optin_sent_count < OPTIN_SENDS_MAX

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

/** FSW-2027-0042: short name, start year of the desired school year, running number (domain §1.10). */
export const registrationNumber = (short: string, year: number, running: number) =>
  `${short.toUpperCase()}-${year}-${String(running).padStart(4, '0')}`

/** Who has custody follows from the family's declaration and the position of the person (domain §3.3). */
export const hasCustody = (custody: string, position: number) => position === 1 || custody === 'joint'
