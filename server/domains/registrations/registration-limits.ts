import { domainToASCII } from 'node:url'
import { OPTIN_PUBLIC_SENDS_PER_DAY } from '#contract/registrations/registrations.mail-state.ts'
import { APPLICATIONS_PER_MAIL_AND_DAY } from '#contract/registrations/registrations.public-texts.ts'
import { DAY_SECONDS, type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'

/** One mailbox, however its address is written: letters' case, +tags and the spelling of the domain tell nothing apart. */
export const mailboxOf = (mail: string) => {
  const at = mail.lastIndexOf('@')
  return `${mail.slice(0, at).replace(/\+.*/, '')}@${domainToASCII(mail.slice(at + 1))}`.toLowerCase()
}

/** Domain §2: applications that name one mail address. */
export const APPLICATIONS_OF_MAIL: Limit = {
  name: 'applicationsOfMail',
  points: APPLICATIONS_PER_MAIL_AND_DAY,
  seconds: DAY_SECONDS,
}

/** Forms refused, from one network address: successes are not counted, for a school's WLAN holds hundreds. */
export const REFUSED_FORMS: Limit = { name: 'refusedForms', points: 60, seconds: 10 * MINUTE_SECONDS }

/** Links that nobody was sent, tried from one network address (security case 17). */
export const UNKNOWN_LINKS: Limit = { name: 'unknownLinks', points: 30, seconds: 10 * MINUTE_SECONDS }

/** Domain §2.3: confirmation mails asked for by the family, for one contact. */
export const OPTIN_MAILS_OF_CONTACT: Limit = {
  name: 'optinMailsOfContact',
  points: OPTIN_PUBLIC_SENDS_PER_DAY,
  seconds: DAY_SECONDS,
}

/** By whomever asked: one confirmation mail a minute for one contact (security case 18). */
export const OPTIN_MAIL_AT_ONCE: Limit = { name: 'optinMailOfContactAtOnce', points: 1, seconds: MINUTE_SECONDS }
export const OPTIN_MAIL_TOO_SOON = 'An diese Adresse ging gerade erst eine E-Mail. Bitte warten Sie eine Minute.'

/** Decisions told about one application a day: somebody who sends more has the wrong window open. */
export const STATUS_MAILS_OF_APPLICATION: Limit = { name: 'statusMailsOfApplication', points: 5, seconds: DAY_SECONDS }
