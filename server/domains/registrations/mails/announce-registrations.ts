import { addDays, berlinTime, berlinToday, HOUR_MS } from '#contract/dates.ts'
import { unverifiedDay } from '#contract/retentions/retentions.rules.ts'
import { inTransaction } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting, listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { ARRIVAL_DIGEST_TEMPLATE, PURGE_DIGEST_TEMPLATE } from './registration-digest.ts'
import { findLastDigest, listUnannouncedPurges, updateNews, updatePurges } from './registrations.digests.queries.ts'
import { deleteAdditions } from './registrations.statusmails.queries.ts'

export const ANNOUNCE_TASK = 'announce_registrations'

/** Domain §2.3: staff are informed this long before. */
export const PURGE_NOTICE_DAYS = 7
/** Daily mails are sent before the office opens. */
const MORNING = '06:30'
/** A status mail that has failed for this long is not sent again. */
const ADDITION_DAYS = 30

/** Queues one mail for each address. The time identifies its content, because the rows are marked with it. */
async function queueDigest(tx: SchoolTransaction, { template, at }: { template: string; at: Date }) {
  const { notify_mails } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  for (const recipient of new Set(notify_mails)) {
    await queueMail(tx, {
      template,
      recipient,
      relatedType: 'registration_digest',
      relatedId: at.getTime(),
    })
  }
}

/** At most one mail an hour (domain §2.3). */
async function announceNews(tx: SchoolTransaction, now: Date) {
  const last = await findLastDigest(tx)
  if (last !== null && now.getTime() - Date.parse(last) < HOUR_MS) return
  // Rows are also marked when nobody wants mails, so that an address entered later gets no mail about everything
  // before.
  if ((await updateNews(tx, now.toISOString())) === 0) return
  await queueDigest(tx, { template: ARRIVAL_DIGEST_TEMPLATE, at: now })
}

/** Sent once a day, a week before unconfirmed applications are deleted. */
async function announcePurges(tx: SchoolTransaction, now: Date) {
  const settings = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  if (settings.notify_mails.length === 0 || berlinTime(now) < MORNING) return
  const today = berlinToday(now)
  const found = await listUnannouncedPurges(tx, { now: now.toISOString(), today })
  const soon = addDays(today, PURGE_NOTICE_DAYS)
  const due = found.filter((row) => unverifiedDay(row, settings, today) <= soon)
  if (due.length === 0) return
  await updatePurges(
    tx,
    due.map(({ id }) => id),
    now.toISOString(),
  )
  await queueDigest(tx, { template: PURGE_DIGEST_TEMPLATE, at: now })
}

/**
 * Informs staff by mail about new applications of families and about unconfirmed ones that will be deleted; a second
 * run sends nothing twice.
 */
export const announceRegistrations =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock()
    const additionsBefore = new Date(now.getTime() - ADDITION_DAYS * 24 * HOUR_MS).toISOString()
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The digests', (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `announce-${schoolId}-${now.toISOString()}` }
      return inSchool(pool, actor, async (tx) => {
        await announceNews(tx, now)
        await announcePurges(tx, now)
        await deleteAdditions(tx, additionsBefore)
      })
    })
  }
