import type { MailTrouble } from '#contract/mail-trouble.ts'

/** The mail server's answer inside the stored error, which begins with words of our own side. */
const answerIn = (error: string) => /\b5\d\d[ -].*/s.exec(error)?.[0] ?? ''

/**
 * Whether the answer is about the recipient. RFC 3463 has numbers for this: 5.1 addresses (except 5.1.7 and 5.1.8,
 * which are about the sender), 5.2 mailboxes, 5.7 rules of the server. Without such a number the words decide.
 */
const isAboutAddress = (answer: string) => {
  if (/\b5\.(7\.\d+|1\.[78])\b/.test(answer)) return false
  return /\b5\.[12]\.\d|recipient|mailbox|user unknown|unknown user|no such user/i.test(answer)
}

/** The reason why a mail fails, in words for staff; the mail server's own words stay in the log. */
export const troubleOf = (state: string, error: string | null): MailTrouble | null => {
  if (state === 'queued') return error === null ? null : 'unreachable'
  if (state !== 'failed') return null
  return isAboutAddress(answerIn(error ?? '')) ? 'address' : 'refused'
}
