import { randomBytes } from 'node:crypto'
import { sicknoteFeedEndpoints } from '#contract/sicknotefeeds/sicknotefeeds.ts'
import { logEvent } from '#server/db/log-event.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { digestTime } from './send-digests.ts'
import { readSicknoteCalendar } from './sicknote-calendar.ts'
import {
  dropFeed,
  listFeeds,
  listOwnClasses,
  putFeed,
  revokeCalendarLink,
  setCalendarLink,
} from './sicknotefeeds.queries.ts'

const TOKEN_BYTES = 24

/** What staff can switch on in addition to the page: a morning mail and a calendar (issue 6). */
export function sicknoteFeedRoutes({ route }: Routes, platform: Platform) {
  route(sicknoteFeedEndpoints.get, async ({ tx, viewer, today }) => {
    const feeds = await listFeeds(tx, viewer.user_id)
    const calendar = feeds.find(({ kind }) => kind === 'calendar')
    const { cutoff_time } = await getSetting(tx, 'SICKNOTE_SETTINGS')
    return {
      may_have_digest: (await listOwnClasses(tx, viewer, today)).length > 0,
      has_digest: feeds.some(({ kind }) => kind === 'digest'),
      digest_time: digestTime(cutoff_time),
      calendar: calendar ? { created_at: new Date(calendar.updated_at).toISOString() } : null,
    }
  })

  route(sicknoteFeedEndpoints.orderDigest, async ({ tx, viewer: { user_id } }) => {
    await putFeed(tx, { user_id, kind: 'digest' })
    return { message: 'Sie bekommen die E-Mail ab dem nächsten Schultag.' }
  })

  route(sicknoteFeedEndpoints.cancelDigest, async ({ tx, viewer: { user_id } }) => {
    await dropFeed(tx, user_id, 'digest')
    return { message: 'Die E-Mail ist abbestellt.' }
  })

  route(sicknoteFeedEndpoints.makeCalendar, async ({ tx, viewer: { user_id } }) => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await putFeed(tx, { user_id, kind: 'calendar' })
    await setCalendarLink(tx, user_id, token)
    await logEvent(tx, { action: 'sicknote_calendar_made', entityType: 'sicknote_feed', entityId: null })
    const path = sicknoteFeedEndpoints.calendar.path.replace(':token', `${token}.ics`)
    return { address: `${platform.appUrl}${path}`, message: 'Der Kalenderlink ist erzeugt.' }
  })

  route(sicknoteFeedEndpoints.revokeCalendar, async ({ tx, viewer: { user_id } }) => {
    await dropFeed(tx, user_id, 'calendar')
    await revokeCalendarLink(tx, user_id)
    return { message: 'Der Kalenderlink ist gesperrt.' }
  })

  route(sicknoteFeedEndpoints.calendar, ({ tx, params, visitor: { household }, today }) =>
    readSicknoteCalendar(tx, platform, { token: params.token.replace(/\.ics$/, ''), household, today }),
  )
}
