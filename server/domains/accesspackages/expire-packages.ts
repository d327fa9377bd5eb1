import { inTransaction } from '#server/db/database.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/worker.ts'
import { updateExpired } from './accesspackages.queries.ts'

/** Deletes the files that nobody fetched within a day: queued with each package, and hourly for what was missed. */
export const expirePackages =
  ({ pool, now: clock }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const now = clock().toISOString()
    await inEachSchool(await inTransaction(pool, listSchoolIds), 'Expiring access packages', (schoolId) =>
      inSchool(pool, { userId: null, schoolId, requestId: `expire-packages-${schoolId}-${now}` }, (tx) =>
        updateExpired(tx, now),
      ),
    )
  }
