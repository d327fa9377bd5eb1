import { STATUS_MAIL_KINDS, statusTemplate } from '#contract/registrations/registrations.mail-labels.ts'
import type { LinkMaking } from '#server/domains/registrations/family/status-link.ts'
import { STATUS_LINK_TEMPLATE, statusLinkMail } from '#server/domains/registrations/family/status-link-mail.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { linkMails } from './optin-mail.ts'
import { RECEIPT_TEMPLATE, receiptMail } from './receipt-mail.ts'
import { ARRIVAL_DIGEST_TEMPLATE, arrivalDigest, PURGE_DIGEST_TEMPLATE, purgeDigest } from './registration-digest.ts'
import { statusMail } from './status-mail.ts'
import { WITHDRAWN_TEMPLATE, withdrawnMail } from './withdrawn-mail.ts'

/** The mails of this domain, by their names in the outbox. */
export const registrationMails = ({ appUrl, keys }: LinkMaking): Record<string, MailTemplate> => ({
  ...linkMails(appUrl),
  [RECEIPT_TEMPLATE]: receiptMail({ appUrl, keys }),
  [STATUS_LINK_TEMPLATE]: statusLinkMail({ appUrl, keys }),
  [WITHDRAWN_TEMPLATE]: withdrawnMail,
  [ARRIVAL_DIGEST_TEMPLATE]: arrivalDigest(appUrl),
  [PURGE_DIGEST_TEMPLATE]: purgeDigest(appUrl),
  ...Object.fromEntries(STATUS_MAIL_KINDS.map((kind) => [statusTemplate(kind), statusMail({ appUrl, keys }, kind)])),
})
