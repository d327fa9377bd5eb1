import { z } from 'zod'

/** Why a mail server refused a mail for good, in the words of the page. */
export const MAIL_REFUSALS = {
  unknown_address: 'Diese Adresse gibt es nicht.',
  full: 'Das Postfach ist voll.',
  refused: 'Der Mailserver hat die E-Mail abgelehnt.',
} as const
export type MailRefusal = keyof typeof MAIL_REFUSALS

export const MailRefusalCode = z.enum(Object.keys(MAIL_REFUSALS) as [MailRefusal, ...MailRefusal[]])
