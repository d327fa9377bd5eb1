import { domainToASCII } from 'node:url'
import { OPTIN_PUBLIC_SENDS_PER_DAY } from '#contract/registrations/registrations.mail-state.ts'
import { APPLICATIONS_PER_MAIL_AND_DAY } from '#contract/registrations/registrations.public-texts.ts'
import { DAY_SECONDS, type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'

/** The same mailbox in any spelling: upper and lower case, +tags and the spelling of the domain make no difference. */
export const mailboxOf = (mail: string) => {
  const at = mail.lastIndexOf('@')
  return `${mail.slice(0, at).replace(/\+.*/, '')}@${domainToASCII(mail.slice(at + 1))}`.toLowerCase()
}

/** Domain §2: applications with the same mail address. */
export const APPLICATIONS_OF_MAIL: Limit = {
  name: 'applicationsOfMail',
  points: APPLICATIONS_PER_MAIL_AND_DAY,
  seconds: DAY_SECONDS,
}

/**
 * Refused forms from one network address; accepted ones do not count, because a school's Wi-Fi has hundreds of users.
 */
export const REFUSED_FORMS: Limit = { name: 'refusedForms', points: 60, seconds: 10 * MINUTE_SECONDS }

/** Unknown links tried from one network address (security case 17). */
export const UNKNOWN_LINKS: Limit = { name: 'unknownLinks', points: 30, seconds: 10 * MINUTE_SECONDS }

/** Domain §2.3: confirmation mails to one contact that the family asked for. */
export const OPTIN_MAILS_OF_CONTACT: Limit = {
  name: 'optinMailsOfContact',
  points: OPTIN_PUBLIC_SENDS_PER_DAY,
  seconds: DAY_SECONDS,
}

/** One confirmation mail a minute to one contact, whoever asked (security case 18). */
export const OPTIN_MAIL_AT_ONCE: Limit = { name: 'optinMailOfContactAtOnce', points: 1, seconds: MINUTE_SECONDS }
export const OPTIN_MAIL_TOO_SOON = 'An diese Adresse ging gerade erst eine E-Mail. Bitte warten Sie eine Minute.'

/** A person who changes the answer again and again would fill the timeline that staff read. */
export const AGREEMENT_ANSWERS: Limit = { name: 'agreementAnswers', points: 6, seconds: DAY_SECONDS }

/** Mails with a decision about one application a day: whoever needs more has probably the wrong window open. */
export const STATUS_MAILS_OF_APPLICATION: Limit = { name: 'statusMailsOfApplication', points: 5, seconds: DAY_SECONDS }
