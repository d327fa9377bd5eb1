import { berlinTime, DAY_MS } from '#contract/dates.ts'
import { OPTIN_SENDS_MAX } from '#contract/registrations.mail-state.ts'
import { inTransaction } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/in-school.ts'
import { getSetting, listSchoolIds } from '#server/domains/schools/schools.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/worker.ts'
import { hasWaitingMail } from '#server/mail/mail-log.queries.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { OPTIN_TEMPLATE, REMINDER_TEMPLATE } from './optin-mail.ts'
import { lockUnconfirmed, updateReminders } from './registrations.reminders.queries.ts'
import { ABOUT_CONTACT, countOptins } from './send-optin.ts'

export const REMINDER_TASK = 'remind_unconfirmed'

/** Nobody's telephone rings at night. */
const FROM = '08:00'
const UNTIL = '20:00'

/** How many of the days have passed since the first mail. */
const countDue = (days: readonly number[], firstSentAt: string, now: Date) =>
  days.filter((day) => Date.parse(firstSentAt) + day * DAY_MS <= now.getTime()).length

const isWaiting = (tx: SchoolTransaction, contactId: number) =>
  hasWaitingMail(tx, {
    templates: [OPTIN_TEMPLATE, REMINDER_TEMPLATE],
    relatedType: ABOUT_CONTACT,
    relatedIds: [contactId],
  })

async function remindInSchool(tx: SchoolTransaction, schoolId: number, now: Date) {
  const { optin_reminder_days: days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const [first] = days
  if (first === undefined) return
  const sentBefore = new Date(now.getTime() - first * DAY_MS).toISOString()
  for (const contact of await lockUnconfirmed(tx, { sentBefore, reminders: days.length })) {
    const { id, mail, optin_first_sent_at: firstSentAt, reminders_sent } = contact
    if (mail === null || firstSentAt === null) continue
    const due = countDue(days, firstSentAt, now)
    if (due <= reminders_sent) continue
    // One mail for all days that passed while the server slept, and none beside one that waits already.
    await updateReminders(tx, id, due)
    const mails = (await countOptins(tx, [id])).get(id) ?? 0
    if (mails >= OPTIN_SENDS_MAX || (await isWaiting(tx, id))) continue
    await queueMail(tx, schoolId, {
      template: REMINDER_TEMPLATE,
      recipient: mail,
      relatedType: ABOUT_CONTACT,
      relatedId: id,
    })
  }
}

/** Reminds families of the confirmation, a fresh link in each mail; run again it reminds nobody twice (domain §2.3). */
export const sendReminders =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock()
    const time = berlinTime(now)
    if (time < FROM || time >= UNTIL) return
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The reminders', (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `reminders-${schoolId}-${now.toISOString()}` }
      return inSchool(pool, actor, (tx) => remindInSchool(tx, schoolId, now))
    })
  }
