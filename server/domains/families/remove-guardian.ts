import { fullName } from '#contract/person-names.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { notFound } from '#server/http/api-error.ts'
import { orderOf, readFamily, saveCallOrder } from './call-order.ts'
import { deleteRelation, hasChildren } from './families.queries.ts'
import { lockGuardian, updateGuardian } from './families.shared.queries.ts'
import { refuseLastCustodian } from './guardian-rules.ts'
import { lockFamily } from './lock-family.ts'

interface GuardianRemoval {
  pupilId: number
  guardianId: number
  now: Date
}

/**
 * Removes a guardian from a child. A person without another child goes into the bin, from where a new link restores
 * them.
 */
export async function removeGuardian(tx: SchoolTransaction, { pupilId, guardianId, now }: GuardianRemoval) {
  await lockFamily(tx, pupilId, guardianId)
  const guardian = await lockGuardian(tx, guardianId)
  const family = await readFamily(tx, pupilId)
  const relation = family.relations.find(({ guardian_id }) => guardian_id === guardianId)
  if (!guardian || !relation) throw notFound()
  refuseLastCustodian(family.relations, guardianId)
  await deleteRelation(tx, relation.id)
  // The history finds a deleted row by the child alone.
  await logEvent(tx, { action: 'pupil_guardian_deleted', entityType: 'pupil', entityId: pupilId })
  const left = { ...family, relations: family.relations.filter((one) => one !== relation) }
  await saveCallOrder(tx, left, orderOf(left))
  if (!(await hasChildren(tx, guardianId))) await updateGuardian(tx, guardianId, { deleted_at: now.toISOString() })
  return { message: `${fullName(guardian)} ist bei diesem Kind nicht mehr eingetragen.` }
}
