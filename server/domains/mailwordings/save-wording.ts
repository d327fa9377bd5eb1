import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { MAIL_WORDINGS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import { type WordingText, wordingText } from '#contract/mailwordings/mailwordings.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import { insertWording } from './mailwordings.queries.ts'
import { getWording } from './mailwordings.shared.queries.ts'

/** The text as it would be stored; 422 in German by field, naming a placeholder that does not exist. */
export const checkWording = (key: WordingKey, typed: WordingText): WordingText => {
  const { data, error } = wordingText(key).safeParse(typed)
  if (data) return data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    errors[field] = [...(errors[field] ?? []), message]
  }
  throw invalid(errors)
}

/** A 409 with the author and text of the newer version, so that the page can compare. */
const refuseStale = async (tx: SchoolTransaction, key: WordingKey): Promise<never> => {
  const { version, changed_by, changed_at, subject, body } = await getWording(tx, key)
  throw conflict(ERROR_TEXTS.stale, { changed_by, changed_at, version, subject, body })
}

interface Saving {
  key: WordingKey
  /** Null: the product's words again. */
  text: WordingText | null
  /** The version that the page was loaded with. */
  version: number
  viewer: SchoolViewer
  now: Date
}

const isSame = (one: WordingText, other: WordingText) => one.subject === other.subject && one.body === other.body

/** Adds a version; earlier versions stay readable, because proofs refer to them. An unchanged text adds none. */
export async function saveWording(tx: SchoolTransaction, { key, text, version, viewer, now }: Saving) {
  const newest = await getWording(tx, key)
  if (newest.version !== version) return refuseStale(tx, key)
  // A school that enters the product's words also gets those of the next release.
  const own = text && !isSame(text, MAIL_WORDINGS[key]) ? text : null
  if (own ? newest.is_own && isSame(own, newest) : !newest.is_own) return
  await nameAction(tx, 'mail_wording', 'mail_wording_updated')
  const isFirst = await insertWording(tx, {
    key,
    version: version + 1,
    subject: own?.subject ?? null,
    body: own?.body ?? null,
    created_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  if (!isFirst) return refuseStale(tx, key)
}
