import { isDeepStrictEqual } from 'node:util'
import { type EmergencyOrderForm, FAMILY_TEXTS } from '#contract/families/families.change.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict, invalid } from '#server/http/api-error.ts'
import { type Family, orderOf, readFamily, saveCallOrder } from './call-order.ts'
import { lockFamily } from './lock-family.ts'

const refuseOrder = (order: EmergencyOrderForm['order'], { relations, contacts }: Family) => {
  const known = new Set([
    ...relations.map(({ guardian_id }) => `guardian ${guardian_id}`),
    ...contacts.map(({ id }) => `contact_person ${id}`),
  ])
  const requested = order.map(({ kind, id }) => `${kind} ${id}`)
  if (requested.some((one) => !known.has(one))) throw invalid({ order: [FAMILY_TEXTS.unknownPerson] })
  if (new Set(requested).size < requested.length) throw invalid({ order: [FAMILY_TEXTS.twice] })
}

/** Sets the order of the calls (ux §3.4); people who are not named are not called. */
export async function orderEmergency(
  tx: SchoolTransaction,
  { pupilId, form: { order, before } }: { pupilId: number; form: EmergencyOrderForm },
) {
  await lockFamily(tx, pupilId)
  const family = await readFamily(tx, pupilId)
  refuseOrder(order, family)
  const stored = orderOf(family)
  if (isDeepStrictEqual(order, stored)) return { message: REPLY_TEXTS.nothingToChange }
  if (before && !isDeepStrictEqual(before, stored)) throw conflict(FAMILY_TEXTS.orderChanged)
  await saveCallOrder(tx, family, order)
  return { message: 'Die Reihenfolge ist gespeichert.' }
}
