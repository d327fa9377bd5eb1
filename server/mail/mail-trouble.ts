import { ADDRESS_TROUBLES, isDropReason, type MailTrouble } from '#contract/mail-trouble.ts'
import type { UnreachableReason } from '#contract/unreachable.ts'

/** The mail server's answer inside the stored error, which begins with words of our own side. */
const answerIn = (error: string) => /\b(5\d\d[ -]|[45]\.\d{1,3}\.\d{1,3}\b).*/s.exec(error)?.[0] ?? ''

/** A number of RFC 3463, and no part of a longer one such as an IP address. */
const STATUS = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/g

/** RFC 3463 numbers about addresses and routes that say something else than „unknown“ and „no server“. */
const ABOUT_OTHERS = ['1.7', '1.8', '2.3', '2.4']
const EXCEPTIONS: Readonly<Record<string, UnreachableReason>> = {
  '1.2': 'no_server',
  '1.10': 'no_server',
  // Microsoft's servers say this of mailboxes that do not exist.
  '4.1': 'unknown',
}
const BY_SUBJECT: Readonly<Record<string, UnreachableReason>> = { '1': 'unknown', '2': 'refused', '4': 'no_server' }

/** The reason by the numbers of RFC 3463; null: the mail was refused for another reason than its address. */
const reasonByStatus = (kind: string, subject: string, detail: string): UnreachableReason | null => {
  const number = `${subject}.${detail}`
  if (ABOUT_OTHERS.includes(number)) return null
  if (number === '2.2') return 'full'
  return (kind === '5' ? EXCEPTIONS[number] : undefined) ?? BY_SUBJECT[subject] ?? null
}

const reasonByWords = (answer: string): UnreachableReason | null => {
  if (/spam|policy|reputation|block|black ?list|dnsbl|\b(spf|dkim|dmarc)\b/i.test(answer)) return null
  if (/user unknown|unknown user|no such user|does not exist/i.test(answer)) return 'unknown'
  if (/quota|mailbox (is )?full/i.test(answer)) return 'full'
  return /recipient|mailbox/i.test(answer) ? 'refused' : null
}

/** Why an address cannot be reached, from the final answer of a mail server; null: the address is not the reason. */
export const unreachableReasonOf = (error: string): UnreachableReason | null => {
  const answer = answerIn(error)
  // Exim writes 5.0.0, and the number of the other server stands in the words.
  const [, kind = '', subject = '', detail = ''] =
    [...answer.matchAll(STATUS)].find(([, , group]) => group !== '0') ?? []
  // Microsoft's servers give an unknown recipient the number of a domain without mail.
  if (/RecipientNotFound/i.test(answer)) return 'unknown'
  // Without a number that says something, the words decide.
  return subject === '' ? reasonByWords(answer) : reasonByStatus(kind, subject, detail)
}

/** The reason why a mail fails or was given up; the mail server's own words stay in the log. */
export const troubleOf = (state: string, error: string | null): MailTrouble | null => {
  if (state === 'queued') return error === null ? null : 'unreachable'
  if (state === 'dropped') return isDropReason(error) ? error : null
  if (state !== 'failed') return null
  const reason = unreachableReasonOf(error ?? '')
  return reason === null ? 'refused' : ADDRESS_TROUBLES[reason]
}
