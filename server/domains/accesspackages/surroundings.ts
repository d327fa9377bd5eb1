import { isSamePerson } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import type { Audience, FamilyView, Relative } from './audience.ts'
import type { Family } from './family-sections.ts'
import type { PackageContext } from './package-context.ts'
import { listRows, type StoredRow } from './package-rows.queries.ts'
import type { Row } from './shown-facts.ts'

type Person = Parameters<typeof isSamePerson>[0]

/** What the family of today says about the people in an application of earlier. */
export interface Surroundings {
  /** Restricted people: they are in no package but their own (ADR 0042). */
  hidden: readonly Person[]
  /** People whose contact data stays out, because they live elsewhere today. */
  apart: readonly Person[]
  /** The reader may see where the child lives. */
  seesHome: boolean
}

/** Nothing else is known around an application that no child came from yet. */
export const NO_SURROUNDINGS: Surroundings = { hidden: [], apart: [], seesHome: true }

export const asPerson = (row: Row): Person => ({ firstname: String(row.firstname), lastname: String(row.lastname) })

export const isAmong = (people: readonly Person[], row: Row) => people.some((one) => isSamePerson(one, asPerson(row)))

const hiddenName = 'eine weitere Person'

/** The family without restricted people, except the reader: for everybody else they are not there. */
export async function withoutRestricted({ tx, audience }: PackageContext, family: Family) {
  const ids = family.relatives.map(({ guardian }) => guardian.id).filter((id) => !audience.guardianIds.includes(id))
  const restrictions = await listRows(tx, 'restriction', { column: 'guardian_id', ids })
  const restricted = new Set(
    restrictions.filter(({ lifted_at }) => lifted_at === null).map(({ guardian_id }) => Number(guardian_id)),
  )
  const isRestricted = ({ guardian }: Relative) => restricted.has(guardian.id)
  const names = new Map([...family.names].map(([id, name]) => [id, restricted.has(id) ? hiddenName : name]))
  return {
    family: { ...family, names, relatives: family.relatives.filter((one) => !isRestricted(one)) },
    hidden: family.relatives.filter(isRestricted).map(({ guardian }) => asPerson(guardian)),
  }
}

export const surroundingsOf = (family: Family, view: FamilyView, hidden: readonly Person[]): Surroundings => ({
  hidden,
  apart: family.relatives.filter((one) => !view.seesContact(one)).map(({ guardian }) => asPerson(guardian)),
  seesHome: view.seesHome,
})

/**
 * The contacts of an application that are the reader: by their ids where these are known, else the only one of this name.
 * With two of one name nobody can say which of them it is.
 */
export function ownContacts({ person, contactIds }: Audience, contacts: readonly StoredRow[]) {
  if (person === null) return []
  const byId = contacts.filter(({ id }) => contactIds.includes(id))
  if (byId.length > 0) return byId
  const byName = contacts.filter((contact) => isSamePerson(asPerson(contact), person))
  return byName.length === 1 ? byName : []
}
