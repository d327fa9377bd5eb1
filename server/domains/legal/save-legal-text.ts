import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { LegalKey } from '#contract/legal/legal.ts'
import { LEGAL_PLACEHOLDERS, LEGAL_REQUIRED } from '#contract/legal/legal-templates.ts'
import { publishedText } from '#contract/privacynotices/notice-texts.ts'
import { type TemplateForm, templateFault } from '#contract/text-templates.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import { findNewestVersion, insertText } from './legal.queries.ts'
import { readLegalFacts } from './read-legal-facts.ts'

interface Saving {
  key: LegalKey
  form: TemplateForm
  viewer: Viewer
}

/** A 409 with the author, time and text of the newer version, so that the page can compare. */
async function refuseStale(tx: Queries, key: LegalKey): Promise<never> {
  const newest = await findNewestVersion(tx, key)
  throw conflict(ERROR_TEXTS.stale, {
    changed_by: newest?.created_by_name ?? null,
    changed_at: newest?.created_at ?? null,
    version: newest?.version_number ?? 0,
    template_markdown: newest?.template_markdown ?? newest?.body_markdown ?? null,
  })
}

/** Adds a version; earlier versions stay unchanged (spec §2: legal pages). An unchanged text adds none. */
export async function saveLegalText(tx: Queries, { key, form, viewer }: Saving) {
  const rules = { names: Object.keys(LEGAL_PLACEHOLDERS), required: LEGAL_REQUIRED[key] }
  const fault = templateFault(form.template_markdown, rules)
  if (fault) throw invalid({ template_markdown: [fault] })
  const newest = await findNewestVersion(tx, key)
  if ((newest?.version_number ?? 0) !== form.version_number) return refuseStale(tx, key)
  const { facts, ...text } = publishedText(form.template_markdown, await readLegalFacts(tx, key, viewer))
  if (newest?.template_markdown === text.template_markdown && newest.body_markdown === text.body_markdown) return
  const id = await insertText(tx, {
    key,
    version_number: form.version_number + 1,
    ...text,
    facts: JSON.stringify(facts),
    created_by: viewer.user_id,
  })
  if (id === undefined) return refuseStale(tx, key)
  await logEvent(tx, { action: 'settings_changed', entityType: 'legal_text', entityId: id, fields: [key] })
}
