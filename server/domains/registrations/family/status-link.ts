import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { isStatusLinkOver } from '#contract/registrations/registrations.family-stage.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Limit, type Limits, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { hmac } from '#server/secret-keys.ts'
import { findLinkedRegistration, insertStatusLink } from './registrations.family.queries.ts'

/** Status links that do not work, tried from one network address; working links never count. */
const UNKNOWN_STATUS_LINKS: Limit = { name: 'unknownStatusLinks', points: 30, seconds: 10 * MINUTE_SECONDS }

const TOKEN_BYTES = 24

export type LinkMaking = Pick<Platform, 'appUrl' | 'keys'>

interface Linking {
  contact: { id: number; mail: string }
  /** The id of the mail in the outbox. */
  mailId: number
  now: Date
}

/**
 * Makes the status link in a mail to a contact that is about to leave; only the link's hash is stored. It is the same
 * at every try: this saves rows, and a mail that arrived although its try seemed to fail has a working link. It
 * contains contact and address, because after a restore another mail may have the same id.
 */
export async function makeStatusLink(
  tx: SchoolTransaction,
  { contact, mailId, now }: Linking,
  { appUrl, keys }: LinkMaking,
) {
  const made = hmac(keys, 'status link', JSON.stringify([mailId, contact.id, contact.mail]))
  const token = made.subarray(0, TOKEN_BYTES).toString('base64url')
  await insertStatusLink(tx, { contactId: contact.id, token, mail: contact.mail, at: now.toISOString() })
  return `${appUrl}/app/bewerbungsstatus/${token}`
}

class UnknownStatusLink extends ApiError {
  constructor() {
    super(404, { message: FAMILY_STATUS_TEXTS.unknown })
  }
}

/** The application of a working link, with the transaction bound to its school; all other links get the same 404. */
export async function openStatusLink(tx: Queries, token: string, now: Date) {
  const found = await findLinkedRegistration(tx, token)
  if (!found || isStatusLinkOver(found.linked, now)) throw new UnknownStatusLink()
  return found
}

/** Runs work that opens a link, and counts links that do not work; 429 when there were too many. */
export async function countingUnknownLinks<T>(
  { limits, household }: { limits: Limits; household: string },
  work: () => Promise<T>,
) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownStatusLink) await limits.use(UNKNOWN_STATUS_LINKS, household)
    throw error
  }
}
