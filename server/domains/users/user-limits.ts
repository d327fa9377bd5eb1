import { USER_TEXTS } from '#contract/users/users.ts'
import type { Queries } from '#server/db/database.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'

const HOUR = 60 * MINUTE_SECONDS

/** Invitations asked for again, for one account. */
export const INVITATIONS_OF_ACCOUNT: Limit = { name: 'invitationsOfAccount', points: 3, seconds: HOUR }

export const INVITATION_AT_ONCE: Limit = { name: 'invitationAtOnce', points: 1, seconds: MINUTE_SECONDS }

/** Mails to one mailbox that managers cause, for any account. */
const MAILS_TO_ADDRESS: Limit = { name: 'managersMailsToAddress', points: 3, seconds: HOUR }

/** Calls of one manager: enough for a new school on its first day, too few to flood strangers. */
export const ACCOUNTS_MADE: Limit = { name: 'accountsMade', points: 60, seconds: HOUR }
export const ADDRESSES_CHANGED: Limit = { name: 'addressesChanged', points: 30, seconds: HOUR }
export const USER_WRITES: Limit = { name: 'userWrites', points: 300, seconds: 10 * MINUTE_SECONDS }

/** The mailbox of an address: the part after a plus is only the owner's sorting. */
const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')

/** Counts a mail to each of the addresses; 429 before it is queued when one has reached the limit. */
export async function countMails(tx: Queries, limits: Platform['limits'], emails: readonly string[]) {
  // Always in the same order, so that two changes between the same addresses cannot deadlock.
  for (const key of emails.map(mailboxOf).sort())
    await limits.spendIn(tx, { limit: MAILS_TO_ADDRESS, key, message: USER_TEXTS.mailedOften })
}

export const countWork = (
  tx: Queries,
  limits: Platform['limits'],
  { limit, actorId }: { limit: Limit; actorId: number },
) => limits.spendIn(tx, { limit, key: String(actorId), message: USER_TEXTS.changedOften })
