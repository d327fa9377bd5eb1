import { searchFold } from '#contract/search-fold.ts'
import type { StoredRow } from './package-rows.queries.ts'
import type { Row } from './shown-facts.ts'

/** Who reads a package. What belongs to another adult stays out unless both live at the same address. */
export interface Audience {
  /** The adult; null: the pupil itself. */
  person: { firstname: string; lastname: string } | null
  /** The records of this adult among the guardians of the school. */
  guardianIds: readonly number[]
  /** Class D is included. */
  hasSensitive: boolean
  hasBlockingNotes: boolean
}

/** A guardian with the relation to one child. */
export interface Relative {
  guardian: StoredRow
  relation: StoredRow
}

/** The address as one word; null when too little is known to compare it. */
export const homeOf = ({ street, house_number, zip, city }: Row) => {
  const parts = [street, house_number, zip, city].map((part) => searchFold(String(part ?? '')).replaceAll(' ', ''))
  return parts.every((part) => part !== '') ? parts.join('|') : null
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
  return {
    /** The child's address: that of the other parent, unless the reader lives there, too. */
    seesHome:
      audience.person === null ||
      isHome(homeOf(child)) ||
      own.some(({ guardian, relation }) => relation.lives_with_pupil === true && !hasOwnAddress(guardian)),
    /** Phone, mail and address of a guardian. */
    seesContact: (relative: Relative) => isOwn(audience, relative) || isHome(homeOfRelative(relative, child)),
    isHome,
  }
}
export type FamilyView = ReturnType<typeof viewOfFamily>
