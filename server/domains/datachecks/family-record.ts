import { createHash } from 'node:crypto'
import { hasOwnAddress, type PostalAddress } from '#contract/addresses.ts'
import type { CheckedAddress } from '#contract/datachecks/datachecks.form.ts'
import {
  CHECKED_ADDRESS_KEYS,
  CHECKED_CONTACT_KEYS,
  CHECKED_PERSON_KEYS,
} from '#contract/datachecks/datachecks.texts.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import {
  type CheckedGuardian,
  type ChildRow,
  type ContactRow,
  findGuardian,
  listBlocked,
  listChildIds,
  listChildren,
  listContacts,
} from './datachecks.record.queries.ts'

export interface CheckedChild extends ChildRow {
  schoolclass: string
  /** The guardian lives where the child lives, and so sees its address and its contact persons. */
  seesHome: boolean
  contacts: ContactRow[]
}

/** An address on the page: the guardian's own, or that of some children. */
export interface AddressGroup {
  /** Empty: the guardian's own. */
  children: CheckedChild[]
  country: string
  values: CheckedAddress
}

export interface FamilyRecord {
  guardian: CheckedGuardian
  children: CheckedChild[]
  addresses: AddressGroup[]
}

export const pick = <T extends object, K extends keyof T>(values: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as Pick<T, K>

const homeKey = ({ street, house_number, address_extra, zip, city }: PostalAddress) => {
  const folded = [street, house_number, zip, city].map((part) => searchFold(part ?? '').replaceAll(' ', ''))
  return folded.includes('') ? undefined : JSON.stringify([...folded, searchFold(address_extra ?? '')])
}

/** Parents who live apart do not see each other's home or contact persons. Access packages follow the same rule. */
const seesHomeOf = (guardian: CheckedGuardian, child: ChildRow) => {
  if (!hasOwnAddress(guardian)) return child.lives_with_pupil
  const own = homeKey(guardian)
  return own !== undefined && own === homeKey(child)
}

const groupsOf = (guardian: CheckedGuardian, children: readonly CheckedChild[]): AddressGroup[] => {
  const atHome = children.filter(({ seesHome }) => seesHome)
  const isApart = hasOwnAddress(guardian) || atHome.length === 0
  const own = { children: [], country: guardian.country, values: pick(guardian, CHECKED_ADDRESS_KEYS) }
  const homes = Map.groupBy(atHome, (child) => JSON.stringify(pick(child, [...CHECKED_ADDRESS_KEYS, 'country'])))
  return [
    ...(isApart ? [own] : []),
    ...[...homes.values()].flatMap((group) => {
      const [first] = group
      return first ? [{ children: group, country: first.country, values: pick(first, CHECKED_ADDRESS_KEYS) }] : []
    }),
  ]
}

/** The children of these about whom this guardian may be asked today, with their classes. */
async function listAskable(tx: SchoolTransaction, { pupilIds, guardianId, today }: AskableQuery) {
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds, today })
  const blocked = await listBlocked(tx, pupilIds, today)
  const askable = rows.filter(
    (row) => row.guardian_id === guardianId && row.has_custody && row.informs_parents && !blocked.has(row.pupil_id),
  )
  return new Map(askable.map((row) => [row.pupil_id, toClassRef(row)?.classgradePlain ?? '']))
}
interface AskableQuery {
  pupilIds: readonly number[]
  guardianId: number
  today: string
}

/**
 * What is stored for a reader as of today. Undefined when nothing may be shown any more: without custody, with children
 * who left, are of age, restricted, or have a note that forbids it.
 */
export async function loadRecord(
  tx: SchoolTransaction,
  reader: { id: number; guardian_id: number },
  today: string,
): Promise<FamilyRecord | undefined> {
  const guardian = await findGuardian(tx, reader.guardian_id)
  const classes = await listAskable(tx, {
    pupilIds: await listChildIds(tx, reader.id),
    guardianId: reader.guardian_id,
    today,
  })
  const ids = [...classes.keys()]
  const rows = await listChildren(tx, ids, reader.guardian_id)
  const contacts = await listContacts(tx, ids)
  if (!guardian || rows.length === 0) return undefined
  const children = rows.map((row) => {
    const seesHome = seesHomeOf(guardian, row)
    return {
      ...row,
      schoolclass: classes.get(row.id) ?? '',
      seesHome,
      contacts: seesHome ? contacts.filter(({ pupil_id }) => pupil_id === row.id) : [],
    }
  })
  return { guardian, children, addresses: groupsOf(guardian, children) }
}

export const checksum = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 32)

/** Changes whenever the page would show other stored values, or the same ones in another order. */
export const seenOf = ({ guardian, children, addresses }: FamilyRecord) =>
  checksum([
    pick(guardian, CHECKED_PERSON_KEYS),
    addresses.map(({ values, children: of }) => [values, of.map(({ id }) => id)]),
    children.map(({ id, contacts }) => [id, contacts.map((one) => [one.id, pick(one, CHECKED_CONTACT_KEYS)])]),
  ])
