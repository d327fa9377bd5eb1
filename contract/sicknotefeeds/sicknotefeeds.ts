import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'

/** Feeds that a user ordered: a mail each morning without names, a calendar without reasons (issue 6). */
export const SicknoteFeeds = z.object({
  /** Only for users who lead a class or are assigned to one. */
  may_have_digest: z.boolean(),
  has_digest: z.boolean(),
  /** HH:MM after which the mail goes out on a school day. */
  digest_time: z.string(),
  calendar: z.object({ created_at: Instant }).nullable(),
})
export type SicknoteFeeds = z.output<typeof SicknoteFeeds>

/** The address of a calendar is shown once, when it is made. */
const CalendarLink = MessageReply.extend({ address: z.url() })

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

export const sicknoteFeedEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/sickNoteFeeds',
    access: 'signed in',
    response: SicknoteFeeds,
    summary: 'Eigene E-Mail am Morgen und eigener Kalender',
  }),
  orderDigest: endpoint({
    method: 'PUT',
    path: '/api/admin/sickNoteFeeds/digest',
    access: 'view attached pupil',
    response: MessageReply,
    summary: 'E-Mail am Morgen für die eigenen Klassen bestellen',
  }),
  cancelDigest: endpoint({
    method: 'DELETE',
    path: '/api/admin/sickNoteFeeds/digest',
    access: 'signed in',
    response: MessageReply,
    summary: 'E-Mail am Morgen abbestellen, auch wer keine mehr bestellen darf',
  }),
  makeCalendar: endpoint({
    method: 'POST',
    path: '/api/admin/sickNoteFeeds/calendar',
    access: SICKNOTE_EDITORS,
    response: CalendarLink,
    status: 201,
    summary: 'Kalenderlink erzeugen; ein bisheriger gilt nicht mehr',
  }),
  revokeCalendar: endpoint({
    method: 'DELETE',
    path: '/api/admin/sickNoteFeeds/calendar',
    access: 'signed in',
    response: MessageReply,
    summary: 'Kalenderlink sperren',
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/api/public/sickNoteCalendar/:token',
    access: 'public',
    params: z.object({ token: z.string().max(20_000) }),
    response: FileReply,
    isFile: true,
    summary: 'Abwesenheiten als Kalender (iCalendar), ohne Gründe',
  }),
}
