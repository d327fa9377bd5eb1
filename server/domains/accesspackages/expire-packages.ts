import { addMonths, berlinToday } from '#contract/dates.ts'
import { inTransaction } from '#server/db/database.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { deleteOldPackages, updateExpired } from './accesspackages.queries.ts'

/** The rows about packages are stored as long as the log (domain §5.2). */
const LOG_MONTHS = 12

/**
 * Deletes the files that nobody fetched within a day, queued with each package and hourly for what was missed; and after a
 * year the notes that there was a package.
 */
export const expirePackages =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock().toISOString()
    const old = `${addMonths(berlinToday(clock()), -LOG_MONTHS)}T00:00:00Z`
    await inEachSchool(await inTransaction(pool, listSchoolIds), 'Expiring access packages', (schoolId) =>
      inSchool(pool, { userId: null, schoolId, requestId: `expire-packages-${schoolId}-${now}` }, async (tx) => {
        await updateExpired(tx, now)
        await deleteOldPackages(tx, old)
      }),
    )
  }
