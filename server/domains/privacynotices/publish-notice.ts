import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { NOTICE_PLACEHOLDERS, NOTICE_REQUIRED, publishedText } from '#contract/privacynotices/notice-texts.ts'
import { type TemplateForm, templateFault } from '#contract/text-templates.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { readNoticeFacts } from '#server/domains/schools/notice-facts.shared.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import { findNewestNotice, insertNotice } from './privacynotices.queries.ts'

type Newest = Awaited<ReturnType<typeof findNewestNotice>>

/** A 409 with author, time and text of the newer version, so that the page can compare. */
const stale = (newest: Newest) =>
  conflict(ERROR_TEXTS.stale, {
    changed_by: newest?.created_by_name ?? null,
    changed_at: newest?.created_at ?? null,
    version: newest?.version_number ?? 0,
    template_markdown: newest?.template_markdown ?? newest?.body_markdown ?? null,
  })

interface Publishing {
  form: TemplateForm
  viewer: SchoolViewer
  now: Date
}

/**
 * Adds a version, which the form shows from now on; earlier ones stay as they were read (domain DP-01). False when
 * text and facts are those of the newest one.
 */
export async function publishNotice(tx: SchoolTransaction, { form, viewer, now }: Publishing) {
  const { template_markdown, version_number } = form
  const fault = templateFault(template_markdown, {
    names: Object.keys(NOTICE_PLACEHOLDERS),
    required: NOTICE_REQUIRED,
  })
  if (fault) throw invalid({ template_markdown: [fault] })
  const newest = await findNewestNotice(tx)
  if ((newest?.version_number ?? 0) !== version_number) throw stale(newest)
  const { facts, ...text } = publishedText(template_markdown, await readNoticeFacts(tx))
  if (newest?.template_markdown === template_markdown && newest.body_markdown === text.body_markdown) return false
  await nameAction(tx, 'privacy_notice', 'privacy_notice_published')
  const isFirst = await insertNotice(tx, {
    ...text,
    version_number: version_number + 1,
    facts: JSON.stringify(facts),
    created_by: viewer.user_id,
    created_at: now.toISOString(),
  })
  if (!isFirst) throw stale(await findNewestNotice(tx))
  return true
}
