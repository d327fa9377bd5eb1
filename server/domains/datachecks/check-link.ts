import { DATA_CHECK_TEXTS, dataCheckPath } from '#contract/datachecks/datachecks.texts.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Limit, type Limits, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { hmac } from '#server/secret-keys.ts'
import { findLinkedReader, insertLinks } from './datachecks.queries.ts'
import { type FamilyRecord, loadRecord } from './family-record.ts'

/** Links that do not work, tried from one network address; working links never count. */
const UNKNOWN_CHECK_LINKS: Limit = { name: 'unknownDataCheckLinks', points: 30, seconds: 10 * MINUTE_SECONDS }
const TOKEN_BYTES = 24

export type LinkMaking = Pick<Platform, 'appUrl' | 'keys'>

/**
 * The links of these readers. Each is made from a random number of the reader with the key of the installation, so the
 * mail, the reminder and the letter carry the same one, and the database alone opens none: it has the hash.
 */
export async function makeCheckLinks(
  tx: SchoolTransaction,
  readers: readonly { id: number; secret: string }[],
  { appUrl, keys }: LinkMaking,
) {
  const links = readers.map(({ id, secret }) => ({
    readerId: id,
    token: hmac(keys, 'data check link', secret).subarray(0, TOKEN_BYTES).toString('base64url'),
  }))
  if (links.length > 0) await insertLinks(tx, links)
  return new Map(links.map(({ readerId, token }) => [readerId, `${appUrl}${dataCheckPath(token)}`]))
}

class UnknownCheckLink extends ApiError {
  constructor() {
    super(404, { message: DATA_CHECK_TEXTS.unknown })
  }
}

/** What is stored for the reader of a working link; all other links get the same 404. */
export async function openCheckLink(tx: Queries, token: string, today: string) {
  const found = await findLinkedReader(tx, token, today)
  const record: FamilyRecord | undefined = found && (await loadRecord(found.tx, found.reader, today))
  if (!found || !record) throw new UnknownCheckLink()
  return { ...found, record }
}

/** Runs work that opens a link, and counts links that do not work; 429 when there were too many. */
export async function countingUnknownChecks<T>(
  { limits, household }: { limits: Limits; household: string },
  work: () => Promise<T>,
) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnknownCheckLink) await limits.use(UNKNOWN_CHECK_LINKS, household)
    throw error
  }
}
