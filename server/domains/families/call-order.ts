import { FAMILY_TEXTS } from '#contract/families/families.change.ts'
import { type CallOrder, callOrderOf, FAMILY_MAX } from '#contract/families/families.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'
import {
  type ContactPersonRow,
  listRelations,
  type Relation,
  updateContactPerson,
  updateRelation,
} from './families.queries.ts'
import { listContactPersons } from './families.shared.queries.ts'

/** Everybody who is entered for a child. */
export interface Family {
  relations: Relation[]
  contacts: ContactPersonRow[]
}
type Called = CallOrder[number]

export const readFamily = async (tx: SchoolTransaction, pupilId: number): Promise<Family> => ({
  relations: await listRelations(tx, pupilId),
  contacts: await listContactPersons(tx, pupilId),
})

export const refuseMore = ({ relations, contacts }: Family) => {
  if (relations.length + contacts.length >= FAMILY_MAX) throw invalid({}, FAMILY_TEXTS.tooMany)
}

/** The people to call in an emergency, first to last. */
export const orderOf = ({ relations, contacts }: Family) =>
  callOrderOf({ guardians: relations, contact_persons: contacts })

const isSame = (a: Called) => (b: Called) => a.kind === b.kind && a.id === b.id

export const without = (order: CallOrder, called: Called) => order.filter((one) => !isSame(called)(one))

/** Puts somebody at a position, counted from 1; undefined means the last one, null removes them from the order. */
export const placed = (order: CallOrder, called: Called, place: number | null | undefined): CallOrder => {
  const others = without(order, called)
  return place === null ? others : others.toSpliced((place ?? Number.POSITIVE_INFINITY) - 1, 0, called)
}

/** Writes the order; only rows whose position changes are updated. */
export async function saveCallOrder(tx: SchoolTransaction, family: Family, order: CallOrder) {
  const rankOf = (called: Called) => {
    const index = order.findIndex(isSame(called))
    return index < 0 ? null : index + 1
  }
  for (const { id, guardian_id, emergency_priority } of family.relations) {
    const rank = rankOf({ kind: 'guardian', id: guardian_id })
    if (rank !== emergency_priority) await updateRelation(tx, id, { emergency_priority: rank })
  }
  for (const { id, priority, is_emergency } of family.contacts) {
    const rank = rankOf({ kind: 'contact_person', id })
    if (rank !== priority || is_emergency !== (rank !== null)) {
      await updateContactPerson(tx, id, { priority: rank, is_emergency: rank !== null })
    }
  }
}
