import { binSince } from '#contract/bin.ts'
import { berlinToday, HOUR_MS } from '#contract/dates.ts'
import { IMPORT_HOURS } from '#contract/pupilimports/pupilimports.ts'
import { DRAFT_HOURS } from '#contract/registrations/registrations.public-texts.ts'
import { PROPOSAL_DAYS } from '#contract/retentions/retentions.on-request.ts'
import { LOCKED_DAYS } from '#contract/sensitive/sensitive.kinds.ts'
import { allowLongStatements, inTransaction } from '#server/db/database.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import { setClock } from '#server/db/set-clock.ts'
import { deleteOldChecks } from '#server/domains/datachecks/datachecks.erasure.shared.queries.ts'
import { deleteRemovedPapers } from '#server/domains/papers/papers.shared.queries.ts'
import { deleteOldPhotoPrints } from '#server/domains/photolists/photolists.erasure.shared.queries.ts'
import { deleteOldImports } from '#server/domains/pupilimports/pupilimports.shared.queries.ts'
import { deleteOldStatusLinks } from '#server/domains/registrations/registrations.shared.ts'
import { eraseBinnedPeople } from '#server/domains/retentions/people/erase-people.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import { deleteLockedEntries } from '#server/domains/sensitive/sensitive.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { clearOutlivedBounces } from '#server/mail/unreachable.queries.ts'
import { deleteApplications } from './erase-applications.ts'
import {
  deleteOldCirculars,
  deleteOldMails,
  deleteOutdated,
  deleteUnsentAttachments,
  lockBinnedApplications,
  tidyInstallation,
} from './tidy-up.queries.ts'

/** How long the page of an expired link says that it has expired, before it is unknown. */
const LINK_DAYS = 30
/** One statement looks into the logs of all schools (docs/scale.md). */
const LOOK_SECONDS = 300
/** A batch of this many log lines makes no mail wait for long. */
const MAIL_BATCH = 500
/** Reports of imports contain only numbers of rows. */
const REPORT_DAYS = 90

/** Batch after batch, each in its own transaction. */
async function forgetMails({ pool, now }: Pick<Platform, 'pool' | 'now'>, schoolId: number) {
  const today = berlinToday(now())
  for (let batch = 1; ; batch += 1) {
    const actor = { userId: null, schoolId, requestId: `tidy-mails-${schoolId}-${today}-${batch}` }
    const count = await inSchool(pool, actor, (tx) => deleteOldMails(tx, { today, limit: MAIL_BATCH }))
    if (count < MAIL_BATCH) return
  }
}

/** Deletes expired rows, school by school; a second run deletes nothing more. */
export const tidyUp =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock()
    const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
    const limits = {
      now: now.toISOString(),
      draftsBefore: before(DRAFT_HOURS),
      linksBefore: before(LINK_DAYS * 24),
      binBefore: binSince(now),
      proposalsBefore: before(PROPOSAL_DAYS * 24),
      lockedBefore: before(LOCKED_DAYS * 24),
    }
    const schools = await inTransaction(pool, listSchoolIds)
    await inTransaction(pool, async (tx) => {
      await allowLongStatements(tx, LOOK_SECONDS)
      await tidyInstallation(tx, limits.now)
      await clearOutlivedBounces(tx, 'account_mail')
    })
    await inEachSchool(schools, 'Tidying up', async (schoolId) => {
      const actor = { userId: null, schoolId, requestId: `tidy-up-${schoolId}-${limits.now}` }
      await inSchool(pool, actor, async (tx) => {
        await setClock(tx, now)
        await deleteOutdated(tx, limits)
        await deleteApplications(tx, await lockBinnedApplications(tx, limits.binBefore))
        await deleteOldStatusLinks(tx, new Date(limits.linksBefore))
        await deleteOldImports(tx, { before: before(IMPORT_HOURS), reportsBefore: before(REPORT_DAYS * 24) })
        await eraseBinnedPeople(tx, limits.binBefore)
        await deleteLockedEntries(tx, limits.lockedBefore)
        await deleteOldCirculars(tx, berlinToday(now))
        await deleteUnsentAttachments(tx, now.toISOString())
        await deleteRemovedPapers(tx, now)
        await deleteOldPhotoPrints(tx, berlinToday(now))
        await deleteOldChecks(tx, berlinToday(now))
        await clearOutlivedBounces(tx, 'mail_log')
      })
      await forgetMails({ pool, now: clock }, schoolId)
    })
  }
