import { addDays } from '#contract/dates.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertRows } from './demo-rows.queries.ts'
import { type Enrolment, officeHour } from './enrolments.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  /** In the order of the enrolments. */
  pupilIds: readonly number[]
  anchor: string
  random: SeededRandom
  headId: number
}

/** The number of days since the family asked for it. */
const DAYS_AGO = 5

/** One child who left and whose family disputes what is stored: only heads see it (domain DP-08). */
export async function fillRestrictions(tx: SchoolTransaction, enrolments: readonly Enrolment[], scene: Scene) {
  const { pupilIds, anchor, random, headId } = scene
  const index = enrolments.findLastIndex((one) => hasLeft(one))
  const pupil_id = pupilIds[index]
  if (pupil_id === undefined) return
  const since = officeHour(addDays(anchor, -DAYS_AGO), { anchor, random })
  const reason = 'Die Mutter bestreitet die eingetragene Anschrift. Wir klären das mit dem Meldeamt.'
  await insertRows(tx, 'restriction', [
    { pupil_id, reason, since, restricted_by: headId, created_at: since, updated_at: since },
  ])
}
