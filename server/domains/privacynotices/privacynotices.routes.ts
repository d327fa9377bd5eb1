import { privacyNoticeEndpoints as endpoints, READERS_MAX } from '#contract/privacynotices/privacynotices.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { hasNotice, listNoticeReaders } from './privacynotices.queries.ts'
import { publishNotice } from './publish-notice.ts'
import { readNotices } from './read-notices.ts'

/** The Art. 13 notice of the active school, its versions and who read them (domain DP-01). */
export function privacyNoticeRoutes({ route }: Routes) {
  route(endpoints.get, ({ tx }) => readNotices(tx))

  route(endpoints.publish, async ({ tx, body, viewer, now }) => {
    const isNew = await publishNotice(tx, { form: body, viewer, now })
    return { message: isNew ? 'Die neue Fassung ist veröffentlicht.' : 'Es gab nichts zu ändern.' }
  })

  route(endpoints.readers, async ({ tx, params: { id } }) => {
    if (!(await hasNotice(tx, id))) throw notFound()
    return listNoticeReaders(tx, id, READERS_MAX)
  })
}
