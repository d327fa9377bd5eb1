import { berlinTime, DAY_MS } from '#contract/dates.ts'
import { OPTIN_SENDS_MAX } from '#contract/registrations/registrations.mail-state.ts'
import { inTransaction } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting, listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { AGREEMENT_TEMPLATE, REMINDER_TEMPLATE } from './optin-mail.ts'
import { lockUnanswered, updateReminders } from './registrations.reminders.queries.ts'
import { ABOUT_CONTACT, tallyOptins } from './send-optin.ts'

export const REMINDER_TASK = 'remind_unconfirmed'

/** No phone should make a sound at night. */
const FROM = '08:00'
const UNTIL = '20:00'

/** How many of the reminder days have passed since the first mail. */
const countDue = (days: readonly number[], firstSentAt: string, now: Date) =>
  days.filter((day) => Date.parse(firstSentAt) + day * DAY_MS <= now.getTime()).length

/** Locks the contacts whose next reminder day has come; returns each with the number of passed days. */
async function lockDue(tx: SchoolTransaction, days: readonly [number, ...number[]], now: Date) {
  const sentBefore = new Date(now.getTime() - days[0] * DAY_MS).toISOString()
  const contacts = await lockUnanswered(tx, { sentBefore, reminders: days.length })
  return contacts.flatMap(({ id, mail, mail_verified_at, optin_first_sent_at: firstSentAt, reminders_sent }) => {
    if (mail === null || firstSentAt === null) return []
    const due = countDue(days, firstSentAt, now)
    return due > reminders_sent ? [{ id, mail, mail_verified_at, due }] : []
  })
}

/** The same few statements for any number of due contacts. */
async function remindInSchool(tx: SchoolTransaction, now: Date) {
  const { optin_reminder_days: days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const [first, ...later] = days
  if (first === undefined) return
  const contacts = await lockDue(tx, [first, ...later], now)
  if (contacts.length === 0) return
  const ids = contacts.map(({ id }) => id)
  const tallies = await tallyOptins(tx, ids)
  // One mail for all days that passed while the server was off, and none while another one is waiting.
  await updateReminders(tx, contacts)
  const full = new Set(
    tallies.filter(({ count, waiting }) => count >= OPTIN_SENDS_MAX || waiting > 0).map(({ related_id }) => related_id),
  )
  await queueMails(
    tx,
    contacts
      .filter(({ id }) => !full.has(id))
      .map(({ id, mail, mail_verified_at }) => ({
        template: mail_verified_at === null ? REMINDER_TEMPLATE : AGREEMENT_TEMPLATE,
        recipient: mail,
        relatedType: ABOUT_CONTACT,
        relatedId: id,
      })),
  )
}

/**
 * Reminds families of the confirmation and second parents of their answer, with a new link in each mail; a second run reminds nobody twice (domain §2.3).
 */
export const sendReminders =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock()
    const time = berlinTime(now)
    if (time < FROM || time >= UNTIL) return
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The reminders', (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `reminders-${schoolId}-${now.toISOString()}` }
      return inSchool(pool, actor, (tx) => remindInSchool(tx, now))
    })
  }
