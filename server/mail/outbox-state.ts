import { MAIL_WAITS_TEXT, type OutboxState } from '#contract/outboxes/outboxes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { countWaitingMails } from './outbox-state.queries.ts'

/**
 * A mail that waits longer than this has a problem, because its server is tried every minute for the first half-hour.
 * Mails that only their recipient holds back do not count.
 */
const STUCK_MINUTES = 15
/** When this many waiting mails were tried in vain, the reason is not a single mail. */
const STUCK_MAILS = 3

/** Part of the platform: whether there is a mail server. */
interface MailServer {
  hasMailServer: boolean
}

interface Waiting {
  in_vain: number
  minutes: number
}

/** Why mails do not leave; null when nobody has to do anything. */
const troubleOf = ({ hasMailServer }: MailServer, { in_vain, minutes }: Waiting): OutboxState['trouble'] => {
  if (!hasMailServer) return 'no_server'
  return minutes > STUCK_MINUTES || in_vain >= STUCK_MAILS ? 'stuck' : null
}

/**
 * The state of the bound school's mails: the one rule for whether they leave. Without a bound school only
 * `hasMailServer` is known.
 */
export async function readOutbox(tx: SchoolTransaction, mailServer: MailServer): Promise<OutboxState> {
  const { waiting, since, ...more } = await countWaitingMails(tx)
  return { trouble: troubleOf(mailServer, more), waiting, since }
}

/** Whether new mails stay here for the time being: then no page says that one was sent. */
export const areMailsDelayed = async (tx: SchoolTransaction, mailServer: MailServer) =>
  (await readOutbox(tx, mailServer)).trouble !== null

interface SentReply {
  message: string
}

/** A reply that says a mail was sent, or while mails do not leave, that it is waiting. */
export const orWaiting = async (tx: SchoolTransaction, mailServer: MailServer, reply: SentReply): Promise<SentReply> =>
  (await areMailsDelayed(tx, mailServer)) ? { message: MAIL_WAITS_TEXT } : reply
