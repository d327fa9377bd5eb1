import { FAMILY_TEXTS, type LinkGuardianForm, type NewGuardianForm } from '#contract/families/families.change.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import { orderOf, placed, readFamily, refuseMore, saveCallOrder } from './call-order.ts'
import { type Relation, updateRelation } from './families.queries.ts'
import { insertRelation } from './families.shared.queries.ts'
import { enterGuardian, lockKnownGuardian } from './families.shared.ts'
import { hasPhone, refuseProof, refuseUninformed, relationOf } from './guardian-rules.ts'
import { lockFamily } from './lock-family.ts'

/** Keeps the positions of the guardians without gaps around a new one at `position`. */
const makeRoom = async (tx: SchoolTransaction, relations: readonly Relation[], position: number) => {
  for (const [index, { id, position: held }] of relations.entries()) {
    const wanted = index + 1 < position ? index + 1 : index + 2
    if (held !== wanted) await updateRelation(tx, id, { position: wanted })
  }
}

/** Adds a guardian to the people to call: at the end, unless the caller says where. */
const placeGuardian = async (
  tx: SchoolTransaction,
  { pupilId, id, place }: { pupilId: number; id: number; place: number | null | undefined },
) => {
  const family = await readFamily(tx, pupilId)
  await saveCallOrder(tx, family, placed(orderOf(family), { kind: 'guardian', id }, place))
}

/** Enters somebody who is not on record yet. */
export async function addGuardian(
  tx: SchoolTransaction,
  { pupilId, form }: { pupilId: number; form: NewGuardianForm },
  { viewer, today }: Reader,
) {
  await lockFamily(tx, pupilId)
  const family = await readFamily(tx, pupilId)
  refuseMore(family)
  const guardians = family.relations.length
  const order = orderOf(family)
  await makeRoom(tx, family.relations, guardians + 1)
  await saveCallOrder(tx, family, order)
  const entering = { pupil_id: pupilId, viewer, today, guardians, called: order.length }
  const { guardian_id } = await enterGuardian(tx, form, entering)
  return { guardian_id, message: `${fullName(form)} ist eingetragen.` }
}

/**
 * Makes somebody who is on record a guardian of this child, too; this also restores a guardian who was removed from the
 * last child.
 */
export async function linkGuardian(
  tx: SchoolTransaction,
  { pupilId, guardianId, form }: { pupilId: number; guardianId: number; form: LinkGuardianForm },
  { viewer, today }: Reader,
) {
  await lockFamily(tx, pupilId, guardianId)
  const guardian = await lockKnownGuardian(tx, guardianId)
  const family = await readFamily(tx, pupilId)
  if (family.relations.some(({ guardian_id }) => guardian_id === guardianId))
    throw invalid({}, FAMILY_TEXTS.alreadyGuardian)
  refuseMore(family)
  refuseProof(form, today)
  refuseUninformed(form, viewer)
  const position = Math.min(form.position ?? Number.POSITIVE_INFINITY, family.relations.length + 1)
  await makeRoom(tx, family.relations, position)
  const keys = { pupil_id: pupilId, guardian_id: guardianId }
  await insertRelation(tx, { ...relationOf(form), ...keys, position })
  const place = form.emergency_priority === undefined && !hasPhone(guardian) ? null : form.emergency_priority
  await placeGuardian(tx, { pupilId, id: guardianId, place })
  return { message: `${fullName(guardian)} ist eingetragen.` }
}
