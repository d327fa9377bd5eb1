import type { Platform } from '#server/http/platform.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { LINKS_TEMPLATE, linksMail } from './links-mail.ts'
import { reportMails } from './report-mails.ts'

/** The mails of this domain, by their names in the outbox. */
export const sicknoteMails = (post: Pick<Platform, 'appUrl' | 'keys'>): Record<string, MailTemplate> => ({
  ...reportMails,
  [LINKS_TEMPLATE]: linksMail(post),
})
