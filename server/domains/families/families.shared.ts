import type { KnownGuardianForm, NewGuardianForm } from '#contract/families/families.change.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { insertGuardian, insertRelation, lockGuardian, updateGuardian } from './families.shared.queries.ts'
import { hasPhone, personOf, refuseProof, refuseUninformed, relationOf, requireZip } from './guardian-rules.ts'

interface Entering extends Reader {
  pupil_id: number
  /** How many guardians the child already has, and how many people are called before the new one. */
  guardians: number
  called: number
  /** The path of this form inside a larger one, such as `guardians.0.`. */
  field?: string
}

interface Placing extends Entering {
  isCallable: boolean
}

/** Adds the relation as the last guardian, who is called last or not at all. */
async function place(tx: SchoolTransaction, form: KnownGuardianForm, { isCallable, ...entering }: Placing) {
  const { pupil_id, guardians, called } = entering
  const { guardian_id } = form
  const emergency_priority = isCallable ? called + 1 : null
  const rank = { position: guardians + 1, emergency_priority }
  await insertRelation(tx, { ...relationOf(form), ...rank, pupil_id, guardian_id })
  return { guardian_id, emergency_priority }
}

/**
 * Enters somebody new as the next guardian of a child: the last to be called, or without a number not called at all.
 * 422 when the proof of custody has a day in the future.
 */
export async function enterGuardian(tx: SchoolTransaction, form: NewGuardianForm, entering: Entering) {
  const { today, viewer, field } = entering
  refuseProof(form, today, field)
  refuseUninformed(form, viewer, field)
  const guardian_id = await insertGuardian(tx, { ...personOf(form), zip: requireZip(form) })
  return place(tx, { ...form, guardian_id }, { ...entering, isCallable: hasPhone(form) })
}

/**
 * Locks a guardian of the school for another child, and restores one who was removed from the last child. 404 for an
 * unknown one.
 */
export async function lockKnownGuardian(tx: SchoolTransaction, guardianId: number) {
  const guardian = await lockGuardian(tx, guardianId)
  if (!guardian) throw notFound()
  if (guardian.deleted_at !== null) await updateGuardian(tx, guardianId, { deleted_at: null })
  return guardian
}

/** Makes a sibling's guardian the next guardian of a child; the caller has locked the families (lockFamilies). */
export async function enterKnownGuardian(tx: SchoolTransaction, form: KnownGuardianForm, entering: Entering) {
  refuseProof(form, entering.today, entering.field)
  refuseUninformed(form, entering.viewer, entering.field)
  const guardian = await lockKnownGuardian(tx, form.guardian_id)
  return place(tx, form, { ...entering, isCallable: hasPhone(guardian) })
}
