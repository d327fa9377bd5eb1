import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { isStatusLinkOver } from '#contract/registrations/registrations.family-stage.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Limit, type Limits, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { hmac } from '#server/secret-keys.ts'
import { findLinkedRegistration, insertStatusLink } from './registrations.family.queries.ts'

/** Status links that lead nowhere, tried from one network address; those that work are never counted. */
const UNKNOWN_STATUS_LINKS: Limit = { name: 'unknownStatusLinks', points: 30, seconds: 10 * MINUTE_SECONDS }

const TOKEN_BYTES = 24

export type LinkMaking = Pick<Platform, 'appUrl' | 'keys'>

interface Linking {
  contact: { id: number; mail: string }
  /** Line of the outbox. */
  mailId: number
  now: Date
}

/**
 * The link of a mail about to leave to the status of a contact's application, of which only the hash is kept. It is the
 * same at every try: no row for each one, and a mail that arrived although its try seemed to fail keeps a link that works.
 * Contact and address are in it: after a restore another mail may have that id.
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

/** The application of a link that works, with the transaction bound to its school; one 404 for all other links. */
export async function openStatusLink(tx: Queries, token: string, now: Date) {
  const found = await findLinkedRegistration(tx, token)
  if (!found || isStatusLinkOver(found.linked, now)) throw new UnknownStatusLink()
  return found
}

/** Does the work, which opens a link, and counts one that does not work; 429 when there were too many. */
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
