import type { Platform } from '#server/http/platform.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { OPTIN_TEMPLATE, optinMail } from './optin-mail.ts'
import { RECEIPT_TEMPLATE, receiptMail } from './receipt-mail.ts'

/** The mails of this domain by the name the outbox knows them under. */
export const registrationMails = ({ appUrl }: Pick<Platform, 'appUrl'>): Record<string, MailTemplate> => ({
  [OPTIN_TEMPLATE]: optinMail(appUrl),
  [RECEIPT_TEMPLATE]: receiptMail,
})
