import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { LegalForm } from '#contract/legal/legal.form.ts'
import type { LegalKey } from '#contract/legal/legal.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { conflict } from '#server/http/api-error.ts'
import { findNewestVersion, insertText } from './legal.queries.ts'

interface Saving {
  key: LegalKey
  form: LegalForm
  userId: number
}

/** A 409 with the author, time and text of the newer version, so that the page can compare. */
async function refuseStale(tx: Queries, key: LegalKey): Promise<never> {
  const newest = await findNewestVersion(tx, key)
  throw conflict(ERROR_TEXTS.stale, {
    changed_by: newest?.created_by_name ?? null,
    changed_at: newest?.created_at ?? null,
    version: newest?.version_number ?? 0,
    body_markdown: newest?.body_markdown ?? null,
  })
}

/** Adds a version; earlier versions stay unchanged (spec §2: legal pages). An unchanged text adds none. */
export async function saveLegalText(tx: Queries, { key, form, userId }: Saving) {
  const newest = await findNewestVersion(tx, key)
  if ((newest?.version_number ?? 0) !== form.version_number) return refuseStale(tx, key)
  if (newest?.body_markdown === form.body_markdown) return
  const id = await insertText(tx, {
    key,
    version_number: form.version_number + 1,
    body_markdown: form.body_markdown,
    created_by: userId,
  })
  if (id === undefined) return refuseStale(tx, key)
  await logEvent(tx, { action: 'settings_changed', entityType: 'legal_text', entityId: id, fields: [key] })
}
