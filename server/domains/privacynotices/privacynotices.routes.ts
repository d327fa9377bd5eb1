import { factChanges, NOTICE_REQUIRED, NOTICE_TEMPLATE } from '#contract/privacynotices/notice-texts.ts'
import {
  privacyNoticeEndpoints as endpoints,
  type PrivacyNotices,
  READERS_MAX,
} from '#contract/privacynotices/privacynotices.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import { readNoticeFacts } from '#server/domains/schools/notice-facts.shared.ts'
import { found, notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { findNotice, hasNotice, listNoticeReaders, listNoticeVersions } from './privacynotices.queries.ts'
import { publishNotice } from './publish-notice.ts'
import { writeNotice } from './write-notice.ts'

/** All versions, and what the newest one says that is no longer true. */
async function readNotices(tx: SchoolTransaction): Promise<PrivacyNotices> {
  const facts = await readNoticeFacts(tx)
  const versions = await listNoticeVersions(tx)
  const newest = versions[0]
  return {
    versions: versions.map(({ facts: _named, ...version }) => version),
    facts,
    changes: factChanges(newest?.facts ?? null, facts),
    // In a text that was written before there were placeholders, the facts themselves are searched for.
    lacking:
      newest?.template_markdown === null
        ? NOTICE_REQUIRED.filter((name) => !newest.body_markdown.includes(facts[name]))
        : [],
    product_template: NOTICE_TEMPLATE,
  }
}

/** The Art. 13 notice of the active school, its versions and who read them (domain DP-01). */
export function privacyNoticeRoutes({ route, routeDetached }: Routes) {
  route(endpoints.get, ({ tx }) => readNotices(tx))

  route(endpoints.publish, async ({ tx, body, viewer, now }) => {
    const isNew = await publishNotice(tx, { form: body, viewer, now })
    return { message: isNew ? 'Die neue Fassung ist veröffentlicht.' : 'Es gab nichts zu ändern.' }
  })

  // Drawn after the text is read, so that no transaction waits for it.
  routeDetached(endpoints.document, async ({ params: { id }, viewer, now, inTransaction }) => {
    const read = await inTransaction(async (tx) => ({
      notice: found(await findNotice(tx, id)),
      school: await getSchoolHead(tx),
    }))
    return writeNotice({ ...read, schoolId: viewer.school_id, now })
  })

  route(endpoints.readers, async ({ tx, params: { id } }) => {
    if (!(await hasNotice(tx, id))) throw notFound()
    return listNoticeReaders(tx, id, READERS_MAX)
  })
}
