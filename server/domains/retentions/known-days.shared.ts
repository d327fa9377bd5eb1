import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { readPupilClock } from './people/read-clock.ts'
import { readPlan } from './retention-plan.ts'

/** What happens to an application and when; nothing while no period runs or the deletion is on hold. */
export async function readRegistrationSteps(tx: SchoolTransaction, id: number, today: string) {
  const { due } = await readPlan(tx, today, [id])
  return due.map(({ retention }) => retention)
}

/** The day on which a guardian goes with the last child, as the page of this child says it; null while no period runs. */
export async function readGuardianDay(
  tx: SchoolTransaction,
  { guardianId, pupilId }: { guardianId: number; pupilId: number },
  today: string,
) {
  const { family } = await readPupilClock(tx, pupilId, today)
  return family.find(({ kind, id }) => kind === 'guardian' && id === guardianId)?.due_on ?? null
}
