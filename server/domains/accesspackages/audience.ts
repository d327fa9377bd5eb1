import { searchFold } from '#contract/search-fold.ts'
import type { StoredRow } from './package-rows.queries.ts'
import type { Row } from './shown-facts.ts'

/** Who reads a package. What belongs to another adult stays out unless both live at the same address. */
export interface Audience {
  /** The adult; null: the pupil itself. */
  person: { firstname: string; lastname: string } | null
  /** The records of this adult among the guardians of the school. */
  guardianIds: readonly number[]
  /** The records of this adult among the contacts of applications, where the package starts from these. */
  contactIds: readonly number[]
  /** Confidential entries are included. */
  hasSensitive: boolean
  hasBlockingNotes: boolean
}

/** A guardian with the relation to one child. */
export interface Relative {
  guardian: StoredRow
  relation: StoredRow
}

const folded = (part: unknown) => searchFold(String(part ?? '')).replaceAll(' ', '')

/** The address as one word, with the flat where it is known; null when too little is known to compare it. */
export const homeOf = ({ street, house_number, address_extra, zip, city }: Row) => {
  const parts = [street, house_number, zip, city].map(folded)
  return parts.every((part) => part !== '') ? [...parts, folded(address_extra)].join('|') : null
}

const hasOwnAddress = ({ street, zip, city }: Row) => Boolean(street ?? zip ?? city)

/** Where a guardian lives: at the own address, or at the child's. */
export const homeOfRelative = ({ guardian, relation }: Relative, child: Row) => {
  if (hasOwnAddress(guardian)) return homeOf(guardian)
  return relation.lives_with_pupil === true ? homeOf(child) : null
}

const isOwn = ({ guardianIds }: Audience, { guardian }: Relative) => guardianIds.includes(guardian.id)

/** What the reader may see of a family. */
export function viewOfFamily(audience: Audience, child: Row, family: readonly Relative[]) {
  const own = family.filter((relative) => isOwn(audience, relative))
  const homes = audience.person === null ? [homeOf(child)] : own.map((relative) => homeOfRelative(relative, child))
  const isHome = (home: string | null) => home !== null && homes.includes(home)
  const seesContact = (relative: Relative) => isOwn(audience, relative) || isHome(homeOfRelative(relative, child))
  return {
    /** The child's address: that of the other parent, unless the reader lives there, too. */
    seesHome:
      audience.person === null ||
      isHome(homeOf(child)) ||
      own.some(({ guardian, relation }) => relation.lives_with_pupil === true && !hasOwnAddress(guardian)),
    /** Phone, mail and address of a guardian. */
    seesContact,
    /** Free texts may tell about anybody: an adult gets them when all others live at the same address. */
    seesTexts: audience.person === null || family.every(seesContact),
  }
}
export type FamilyView = ReturnType<typeof viewOfFamily>
