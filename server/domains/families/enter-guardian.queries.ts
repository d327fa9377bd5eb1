import type { NewGuardianForm } from '#contract/families.change.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { insertGuardian, insertRelation } from './families.queries.ts'
import { hasPhone, personOf, refuseProof, relationOf, requireZip } from './guardian-rules.ts'

interface Entering {
  school_id: number
  pupil_id: number
  today: string
  /** How many guardians the child has already, and how many people are to be called before. */
  guardians: number
  called: number
  /** Where the form stands in a larger one, as `guardians.0.`. */
  field?: string
}

/**
 * Somebody who is not on record yet, as the next guardian of a child: the last to be called, or without a number not to
 * be called. 422 for a proof of custody that nobody can have seen.
 */
export async function enterGuardian(tx: SchoolTransaction, form: NewGuardianForm, entering: Entering) {
  const { school_id, pupil_id, today, guardians, called, field } = entering
  refuseProof(form, today, field)
  const guardian_id = await insertGuardian(tx, { ...personOf(form), school_id, zip: requireZip(form) })
  const emergency_priority = hasPhone(form) ? called + 1 : null
  const rank = { position: guardians + 1, emergency_priority }
  await insertRelation(tx, { ...relationOf(form), ...rank, school_id, pupil_id, guardian_id })
  return { guardian_id, emergency_priority }
}
