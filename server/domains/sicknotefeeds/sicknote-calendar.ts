import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator'
import { addDays } from '#contract/dates.ts'
import { CALENDAR_TYPE } from '#contract/sicknotefeeds/sicknotefeeds.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { type CalendarNote, listCalendarNotes, openCalendar } from './sicknotefeeds.queries.ts'

/** Unknown links tried from one network address. */
const UNKNOWN_CALENDARS: Limit = { name: 'unknownCalendars', points: 30, seconds: 10 * MINUTE_SECONDS }

/** The range of days that a calendar shows around today. */
const DAYS_BACK = 30
const DAYS_AHEAD = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** First name and initial, because many screens show a calendar. No reason (domain §5.4). */
const titleOf = ({ firstname, lastname, classgradePlain }: CalendarNote) =>
  `${firstname} ${lastname.slice(0, 1)}.${classgradePlain ? ` (${classgradePlain})` : ''} abwesend`

const partOf = ({ partial, time_start, time_end, lessons }: CalendarNote) =>
  partText({ partial, timeStart: time_start, timeEnd: time_end, lessons })

/** In a calendar a whole day ends on the next day. */
const eventOf = (note: CalendarNote, host: string) => ({
  id: `sicknote-${note.id}@${host}`,
  start: note.date_start,
  end: addDays(note.date_end, 1),
  allDay: true,
  summary: titleOf(note),
  description: partOf(note) ?? null,
  sequence: note.version,
  stamp: new Date(note.updated_at),
  transparency: ICalEventTransparency.TRANSPARENT,
})

/** A viewer who may no longer make a link has none: they may see absences, but not take them elsewhere. */
const mayHaveCalendar = ({ permissions }: SchoolViewer) =>
  SICKNOTE_EDITORS.some((permission) => permissions.includes(permission))

/**
 * The absences that the owner of the link may see today. Unknown and revoked links get the same 404 as an owner who may
 * no longer see absences.
 */
export async function readSicknoteCalendar(
  tx: Queries,
  { limits, appUrl }: Pick<Platform, 'limits' | 'appUrl'>,
  { token, household, today }: { token: string; household: string; today: string },
) {
  const refuse = async () => {
    await limits.use(UNKNOWN_CALENDARS, household)
    return notFound()
  }
  const opened = await openCalendar(tx, token)
  if (!opened || !mayHaveCalendar(opened.viewer)) throw await refuse()
  const { viewer, tx: inside } = opened
  const { short } = await getSchool(inside)
  const days = { today, from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) }
  const calendar = ical({
    name: `Abwesenheiten ${short}`,
    method: ICalCalendarMethod.PUBLISH,
    prodId: '//Schulhof//Abwesenheiten//DE',
    ttl: HOUR_SECONDS,
  })
  const { host } = new URL(appUrl)
  for (const note of await listCalendarNotes(inside, viewer, days)) calendar.createEvent(eventOf(note, host))
  return {
    filename: `abwesenheiten-${short}.ics`,
    media_type: CALENDAR_TYPE,
    content: Buffer.from(calendar.toString(), 'utf8'),
  }
}
