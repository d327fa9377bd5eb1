import { factChanges, NOTICE_REQUIRED, NOTICE_TEMPLATE } from '#contract/privacynotices/notice-texts.ts'
import type { PrivacyNotices } from '#contract/privacynotices/privacynotices.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { readNoticeFacts } from '#server/domains/schools/notice-facts.shared.ts'
import { listNoticeVersions } from './privacynotices.queries.ts'

/** All versions, and what the newest one says that is no longer true. */
export async function readNotices(tx: SchoolTransaction): Promise<PrivacyNotices> {
  const facts = await readNoticeFacts(tx)
  const versions = await listNoticeVersions(tx)
  const newest = versions[0]
  return {
    versions: versions.map(({ facts: _named, ...version }) => version),
    facts,
    changes: factChanges(newest?.facts ?? null, facts),
    // A text from before there were placeholders is searched for the facts themselves.
    lacking:
      newest?.template_markdown === null
        ? NOTICE_REQUIRED.filter((name) => !newest.body_markdown.includes(facts[name]))
        : [],
    product_template: NOTICE_TEMPLATE,
  }
}
