// Without the long texts: the page of an application names mails, it does not write them.

/** Names of the mails to families. */
export const MAIL_LABELS = {
  registration_optin: 'Bestätigungsmail',
  registration_reminder: 'Erinnerung an die Bestätigung',
  registration_agreement: 'Bitte um Zustimmung',
  registration_receipt: 'Eingangsbestätigung',
  registration_status_link: 'Link zum Stand der Bewerbung',
  registration_accepted: 'Zusage',
  registration_waiting: 'Mitteilung zur Warteliste',
  registration_rejected: 'Absage',
  registration_withdrawn: 'Bestätigung des Rückzugs',
} as const

/** The name of any mail, also of one that no longer exists. */
export const mailLabel = (template: string) =>
  Object.hasOwn(MAIL_LABELS, template) ? MAIL_LABELS[template as keyof typeof MAIL_LABELS] : 'E-Mail'

/** States of the outbox in words for staff; `dropped`: no longer true when its turn came, so it was not sent. */
export const SENDING_LABELS = {
  queued: 'wartet auf den Versand',
  sent: 'gesendet',
  failed: 'fehlgeschlagen',
  dropped: 'nicht mehr nötig',
} as const
export const SENDING_STATES = Object.keys(SENDING_LABELS) as (keyof typeof SENDING_LABELS)[]

/** The label of the button, and the title of its dialog when somebody can get a mail. */
export const STATUS_MAIL_OFFER = 'Sorgeberechtigte per E-Mail informieren'
/** The label of the button where no address is confirmed. */
export const LETTER_OFFER = 'Als Brief (PDF) …'
/** The title of the dialog when nobody gets a mail, and until that is known. */
export const INFORM_TITLE = 'Sorgeberechtigte informieren'

/** A sentence of the mail that offers a place. */
export const REPLY_TO_MAIL = 'Eine kurze Antwort auf diese E-Mail oder ein Anruf genügt.'
/** The text of the mail for a call or a letter, without the sentence about answering the mail. */
export const withoutMail = (text: string) => text.replaceAll(REPLY_TO_MAIL, 'Ein kurzer Brief oder ein Anruf genügt.')

/** Decisions that a mail can report; a new application has none yet (domain §2.3). */
export const STATUS_MAIL_KINDS = ['accepted', 'waiting', 'rejected'] as const
export type StatusMailKind = (typeof STATUS_MAIL_KINDS)[number]

/** One and several decisions of a kind. */
export const KIND_COUNTS: Record<StatusMailKind, [one: string, several: string]> = {
  accepted: ['Zusage', 'Zusagen'],
  waiting: ['Mitteilung zur Warteliste', 'Mitteilungen zur Warteliste'],
  rejected: ['Absage', 'Absagen'],
}

/** The template of the mail about a decision. */
export const statusTemplate = (kind: StatusMailKind) => `registration_${kind}` as const

export const isStatusMailKind = (status: string): status is StatusMailKind =>
  STATUS_MAIL_KINDS.some((kind) => kind === status)
