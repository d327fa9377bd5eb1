import { berlinToday } from '#contract/dates.ts'
import { inTransaction, type Pool } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { closeEmployeesAfterExit } from '#server/domains/employees/employees.shared.ts'
import { endPupilsAfterExit, recountPupils, startPupilsOfDay } from '#server/domains/pupils/pupils.shared.queries.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import { switchYearOfDay } from '#server/domains/schoolyears/schoolyears.shared.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Task } from '#server/jobs/worker.ts'

/** What a new day changes in a school (domain §1.9, §3.4, §9c); each may be done again on the same day. */
const STEPS: Record<string, (tx: SchoolTransaction, today: string) => Promise<unknown>> = {
  year: switchYearOfDay,
  exits: endPupilsAfterExit,
  entries: startPupilsOfDay,
  employees: closeEmployeesAfterExit,
  numbers: recountPupils,
}

/** Each step by itself: one that fails keeps no other from being done. Answers what failed, without anybody's data. */
async function turnSchool(pool: Pool, schoolId: number, today: string) {
  const failed: string[] = []
  for (const [name, step] of Object.entries(STEPS)) {
    const actor = { userId: null, schoolId, requestId: `turn-day-${schoolId}-${today}-${name}` }
    try {
      await inSchool(pool, actor, (tx) => step(tx, today))
    } catch (error) {
      failed.push(`${name} of school ${schoolId} (${(error as { code?: string }).code ?? 'no code'})`)
    }
  }
  return failed
}

/** Makes the schools stand on today's day in Berlin; what failed in one of them is tried again later, by throwing. */
export const turnDay =
  ({ pool, now }: Pick<Platform, 'pool' | 'now'>): Task =>
  async () => {
    const today = berlinToday(now())
    const failed: string[] = []
    for (const { id } of await inTransaction(pool, listSchoolIds)) failed.push(...(await turnSchool(pool, id, today)))
    if (failed.length > 0) throw new Error(`The turn of the day failed: ${failed.join(', ')}.`)
  }
