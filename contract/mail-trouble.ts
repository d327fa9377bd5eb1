import { BOUNCE_LABELS, type UnreachableReason } from './unreachable.ts'

/** Why a mail was given up at its turn, in the words of pages. */
const DROP_LABELS = {
  address_changed: 'Die Adresse hat sich vor dem Senden geändert.',
  no_mail: 'Es ist keine E-Mail-Adresse mehr eingetragen.',
  unconfirmed: 'Die Adresse ist noch nicht bestätigt.',
  no_custody: 'Die Person hat kein Sorgerecht mehr.',
  of_age: 'Das Kind ist volljährig, die Eltern werden nicht informiert.',
  not_waiting: 'Das Kind steht nicht mehr auf der Warteliste.',
  gone: 'Die Person oder das Kind ist nicht mehr eingetragen.',
  not_employed: 'Die Person arbeitet nicht mehr hier.',
  stopped: 'Der Versand wurde beendet.',
  not_needed: 'Die E-Mail war nicht mehr nötig.',
} as const
export type DropReason = keyof typeof DROP_LABELS
export const isDropReason = (text: string | null): text is DropReason =>
  text !== null && Object.hasOwn(DROP_LABELS, text)

/** Why a mail has not left, or not yet. An address that cannot be reached has the same words as at its person. */
export const MAIL_TROUBLE_LABELS = {
  unknown: BOUNCE_LABELS.unknown,
  no_server: BOUNCE_LABELS.no_server,
  full: BOUNCE_LABELS.full_once,
  mailbox_refused: BOUNCE_LABELS.refused,
  refused: 'Der Mailserver hat die E-Mail abgelehnt.',
  unreachable: 'Der Mailserver ist gerade nicht erreichbar; wir versuchen es weiter.',
  ...DROP_LABELS,
} as const
export type MailTrouble = keyof typeof MAIL_TROUBLE_LABELS
export const MAIL_TROUBLES = Object.keys(MAIL_TROUBLE_LABELS) as [MailTrouble, ...MailTrouble[]]

/** What a mail says that failed because of its address. */
export const ADDRESS_TROUBLES: Record<UnreachableReason, MailTrouble> = {
  unknown: 'unknown',
  no_server: 'no_server',
  full: 'full',
  refused: 'mailbox_refused',
}
