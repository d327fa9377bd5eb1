import { MAIL_WAITS_TEXT, type OutboxState } from '#contract/outboxes/outboxes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { countWaitingMails } from './outbox-state.queries.ts'

/** A mail that waits longer than this does not go by itself: the mail server is tried every minute. */
const STUCK_MINUTES = 15
/** When this many waiting mails were tried in vain, the reason is not one of them. */
const STUCK_MAILS = 3

/** Part of the platform: whether there is a mail server. */
interface MailServer {
  mailState: 'sending' | 'waiting'
}

interface Waiting {
  in_vain: number
  minutes: number
}

/** What keeps mails from leaving; null: nothing that somebody would have to mend. */
const troubleOf = ({ mailState }: MailServer, { in_vain, minutes }: Waiting): OutboxState['trouble'] => {
  if (mailState === 'waiting') return 'no_server'
  return minutes > STUCK_MINUTES || in_vain >= STUCK_MAILS ? 'stuck' : null
}

/** How the mails of the bound school are doing: the one place that says whether they leave. */
export async function readOutbox(tx: SchoolTransaction, mailServer: MailServer): Promise<OutboxState> {
  const { waiting, since, ...more } = await countWaitingMails(tx)
  return { trouble: troubleOf(mailServer, more), waiting, since }
}

/** Whether mails that are asked for now stay here for the time being: nobody is then told that one was sent. */
export const areMailsHeldUp = async (tx: SchoolTransaction, mailServer: MailServer) =>
  (await readOutbox(tx, mailServer)).trouble !== null

interface SentReply {
  message: string
}

/** A reply that says a mail was sent; while mails do not leave it says that this one waits. */
export const orWaiting = async (tx: SchoolTransaction, mailServer: MailServer, reply: SentReply): Promise<SentReply> =>
  (await areMailsHeldUp(tx, mailServer)) ? { message: MAIL_WAITS_TEXT } : reply
