import { inTransaction } from '#server/db/database.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { inEachSchool } from '#server/jobs/each-school.ts'
import type { Task } from '#server/jobs/worker.ts'
import { enqueueImport } from './commit-import.ts'
import { takeStalledImports } from './import-runs.queries.ts'

export const RESUME_TASK = 'resume_imports'

/** Hands imports over anew whose process died: where several share a database, its job stays locked for hours. */
export const resumeImports =
  ({ pool }: Pick<Platform, 'pool'>): Task =>
  async () => {
    const schools = await inTransaction(pool, listSchoolIds)
    await inEachSchool(schools, 'The resumption of imports', (schoolId) =>
      inSchool(pool, { userId: null, schoolId, requestId: `resume-imports-${schoolId}` }, async (tx) => {
        for (const job of await takeStalledImports(tx)) await enqueueImport(tx, { ...job, school_id: schoolId })
      }),
    )
  }
