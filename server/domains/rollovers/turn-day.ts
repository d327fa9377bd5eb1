import { berlinToday } from '#contract/dates.ts'
import { inTransaction, type Pool } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { closeEmployeesAfterExit } from '#server/domains/employees/employees.shared.ts'
import { endPupilsAfterExit, recountPupils, startPupilsOfDay } from '#server/domains/pupils/pupils.shared.queries.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import { switchYearOfDay } from '#server/domains/schoolyears/schoolyears.shared.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Task } from '#server/jobs/run-task.ts'

/**
 * What a new day changes in a school (domain §1.9, §3.4, §9c); each step may be repeated on the same day. Statuses
 * and counts of restricted people change with it, so that nothing is wrong once the restriction is lifted.
 */
const STEPS: Record<string, (tx: SchoolTransaction, today: string) => Promise<unknown>> = {
  year: switchYearOfDay,
  exits: endPupilsAfterExit,
  entries: startPupilsOfDay,
  employees: closeEmployeesAfterExit,
  numbers: recountPupils,
}

/**
 * Runs each step separately, so that a failure does not prevent the others. Returns what failed, without anybody's
 * data.
 */
async function turnSchool(pool: Pool, schoolId: number, today: string) {
  const failed: string[] = []
  for (const [name, step] of Object.entries(STEPS)) {
    const actor = { userId: null, schoolId, requestId: `turn-day-${schoolId}-${today}-${name}` }
    try {
      await inSchool(pool, actor, (tx) => withRestricted(tx, () => Promise.resolve(step(tx, today))))
    } catch (error) {
      failed.push(`${name} of school ${schoolId} (${(error as { code?: string }).code ?? 'no code'})`)
    }
  }
  return failed
}

/** Brings all schools to today's day in Berlin; throws when a step failed, so that the job is tried again later. */
export const turnDay =
  ({ pool, now }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const today = berlinToday(now())
    const failed: string[] = []
    for (const { id } of await inTransaction(pool, listSchoolIds)) failed.push(...(await turnSchool(pool, id, today)))
    if (failed.length > 0) throw new Error(`The turn of the day failed: ${failed.join(', ')}.`)
  }
