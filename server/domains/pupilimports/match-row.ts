import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import type { ImportDecision } from '#contract/pupilimports/pupilimports.ts'
import { compareChildren, normaliseGivenName, normaliseName } from '#contract/registrations/duplicates.ts'
import type { ImportContext } from './import-context.ts'
import type { KnownPupil } from './import-known.queries.ts'
import type { Problem, RowValues } from './read-cells.ts'

interface Child {
  firstname: string
  lastname: string
  birthdate: string
}

/** Undefined while a name or the birth date is missing. */
export const childOf = ({ firstname, lastname, birthdate }: RowValues): Child | undefined =>
  firstname !== null && lastname !== null && birthdate !== null ? { firstname, lastname, birthdate } : undefined

export interface Match {
  target?: KnownPupil | undefined
  /** The pupils that the row may be about; a person has to decide. */
  doubtful: KnownPupil[]
  problem?: Problem
  note?: Problem
}

export const NO_MATCH: Match = { doubtful: [] }

const sameFirstname = (a: Child, b: Child) => normaliseGivenName(a.firstname) === normaliseGivenName(b.firstname)
const sameLastname = (a: Child, b: Child) => normaliseName(a.lastname) === normaliseName(b.lastname)

/**
 * One of the names or the birth date may have been corrected since; a twin or a stranger with that number is another
 * child.
 */
const isThatChild = (child: Child, numbered: KnownPupil) =>
  compareChildren(child, numbered) !== null ||
  (sameFirstname(child, numbered) && (sameLastname(child, numbered) || child.birthdate === numbered.birthdate))

const numberOf = (message: string): Problem => ({ field: 'pupil_number', message })

/**
 * Finds the pupil by exact names and birth date, otherwise by SuS-Nummer, which another program may have given to
 * another child. A person decides about everything else that is similar (domain §3.3).
 */
export function matchRow(child: Child, number: string | null, { book }: ImportContext): Match {
  const numbered = number === null ? undefined : book.findNumber(number)
  const { exact, likely } = book.findAlike(child)
  const [only] = exact
  if (only && exact.length === 1) {
    const isOther = numbered !== undefined && numbered.id !== only.id
    return { target: only, doubtful: [], ...(isOther && { note: numberOf(IMPORT_TEXTS.numberOfOther) }) }
  }
  if (!numbered) return { doubtful: exact.length > 1 ? exact : likely }
  if (isThatChild(child, numbered)) return { target: numbered, doubtful: [] }
  const others = (exact.length > 1 ? exact : likely).filter(({ id }) => id !== numbered.id)
  return { doubtful: [numbered, ...others], problem: numberOf(IMPORT_TEXTS.otherChild) }
}

/** The choice that somebody made for a row, and its candidates. */
export interface Choice {
  decision: ImportDecision | null
  /** The candidates on record at the time of the choice. */
  known_ids?: readonly number[] | undefined
  /** The chosen one of several pupils, whom an update changes. */
  match_id?: number | null | undefined
}

/** Somebody entered this very child after the choice, so the choice no longer fits. */
const isOutdated = ({ decision, known_ids }: Choice, { target }: Match) =>
  decision === 'create' && target !== undefined && known_ids !== undefined && !known_ids.includes(target.id)

/** The pupil that an update would change: the matching one, the only candidate, or the chosen one. */
const meantOf = ({ target, doubtful }: Match, { match_id }: Choice) =>
  target ?? (doubtful.length === 1 ? doubtful[0] : doubtful.find(({ id }) => id === match_id))

/** The choice as far as it is possible, and the pupil it would change. */
export function chooseTarget(choice: Choice, match: Match) {
  const { decision } = choice
  if (isOutdated(choice, match)) return { chosen: null, target: match.target }
  if (decision === 'create') return { chosen: decision, target: undefined }
  if (decision !== 'update') return { chosen: decision, target: match.target }
  const target = meantOf(match, choice)
  return { chosen: target ? decision : null, target }
}
