import type { MailTrouble } from '#contract/registrations/registrations.mail-labels.ts'

/** The answer of the mail server in what is noted of a failure; before it stand words of our own side. */
const answerIn = (error: string) => /\b5\d\d[ -].*/s.exec(error)?.[0] ?? ''

/**
 * Whether the answer is about the recipient. RFC 3463 says it by a number: 5.1 addresses (but 5.1.7 and 5.1.8, which
 * are about the sender), 5.2 mailboxes, 5.7 rules of the server. Without one of these the words decide.
 */
const isAboutAddress = (answer: string) => {
  if (/\b5\.(7\.\d+|1\.[78])\b/.test(answer)) return false
  return /\b5\.[12]\.\d|recipient|mailbox|user unknown|unknown user|no such user/i.test(answer)
}

/** What stands in the way of a mail, as staff need to know it; the words of the mail server stay in the log. */
export const troubleOf = (state: string, error: string | null): MailTrouble | null => {
  if (state === 'queued') return error === null ? null : 'unreachable'
  if (state !== 'failed') return null
  return isAboutAddress(answerIn(error ?? '')) ? 'address' : 'refused'
}
