import { berlinTime, berlinToday } from '#contract/dates.ts'
import { isSchoolDay } from '#contract/schoolyears/school-calendar.ts'
import { inTransaction } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting, listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { DIGEST_TEMPLATE } from './digest-mail.ts'
import { countAbsent, listDigestReaders, markDigest } from './sicknotefeeds.queries.ts'

export const DIGEST_TASK = 'send_digests'

/** After the cutoff some parents still call. */
const MINUTES_AFTER_CUTOFF = 15
/** A server that was off sends no morning mail in the evening. */
const HOURS_LATE = 3

const inMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const asTime = (minutes: number) => {
  const last = Math.min(minutes, 24 * 60 - 1)
  return `${String(Math.floor(last / 60)).padStart(2, '0')}:${String(last % 60).padStart(2, '0')}`
}

/** The time (HH:MM) after which the mail of a school day is sent. */
export const digestTime = (cutoffTime: string) => asTime(inMinutes(cutoffTime) + MINUTES_AFTER_CUTOFF)

/** Whether the mail of this day is due at the time (HH:MM, Berlin): a school day, and the hours after the cutoff. */
const isDue = async (tx: SchoolTransaction, { day, time }: { day: string; time: string }) => {
  const { cutoff_time } = await getSetting(tx, 'SICKNOTE_SETTINGS')
  const from = digestTime(cutoff_time)
  if (time < from || time > asTime(inMinutes(from) + HOURS_LATE * 60)) return false
  const calendar = await readCalendar(tx, { from: day, to: day })
  return calendar.yearOf(day) !== undefined && isSchoolDay(day, calendar.free_days)
}

/** One mail a day for everybody who wants it, and only when a child of their own classes is away. */
async function sendInSchool(tx: SchoolTransaction, at: { day: string; time: string }) {
  if (!(await isDue(tx, at))) return
  for (const { feed_id, viewer } of await listDigestReaders(tx, { day: at.day })) {
    if (!(await markDigest(tx, feed_id, at.day))) continue
    if ((await countAbsent(tx, viewer, at.day)).length === 0) continue
    await queueMail(tx, {
      template: DIGEST_TEMPLATE,
      recipient: viewer.email,
      relatedType: 'sicknote_feed',
      relatedId: feed_id,
    })
  }
}

/** Sends the morning mails of every school whose hour has come; a second run sends none twice. */
export const sendDigests =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock()
    const at = { day: berlinToday(now), time: berlinTime(now) }
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The mails of the morning', (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `digests-${schoolId}-${at.day}` }
      return inSchool(pool, actor, (tx) => sendInSchool(tx, at))
    })
  }
