import { addressLines } from '#contract/addresses.ts'
import { MESSAGES } from '#contract/formats.ts'
import { REQUIRED_IMPORT_FIELDS } from '#contract/pupilimports/pupilimports.columns.ts'
import type { ImportMatch } from '#contract/pupilimports/pupilimports.findings.ts'
import { IMPORT_TEXTS } from '#contract/pupilimports/pupilimports.texts.ts'
import type { ImportDecision, ImportVerdict } from '#contract/pupilimports/pupilimports.ts'
import { PUPIL_TEXTS } from '#contract/pupils/pupils.change.ts'
import { RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import { type Change, changesOf, ignoredExit, missingLetters } from './compare-row.ts'
import { childKey, type ImportContext } from './import-context.ts'
import type { KnownPupil } from './import-known.queries.ts'
import { type Choice, childOf, chooseTarget, type Match, matchRow, NO_MATCH } from './match-row.ts'
import { immigrationProblems, newPupilProblems, type Place, placeRow, updateProblems } from './place-row.ts'
import {
  type Cells,
  dateNotes,
  genderNotes,
  type Problem,
  type RowValues,
  readCells,
  storedTexts,
} from './read-cells.ts'

/** A stored row of a file. */
export interface StoredRow extends Choice {
  line: number
  cells: Cells
  /** The effect that the check announced. */
  shown?: { decision: ImportDecision | null; changes: readonly Change[] } | undefined
}

export interface ValidatedRow {
  line: number
  cells: Cells
  values: RowValues
  verdict: ImportVerdict
  /** What somebody chose, as far as it is possible. */
  chosen: ImportDecision | null
  /** What will happen; null: nothing. */
  decision: ImportDecision | null
  /** The value to be stored, where it differs from the cell. */
  read: Cells
  problems: Problem[]
  notes: Problem[]
  changes: Change[]
  matches: ImportMatch[]
  child_key: string | null
  target: KnownPupil | undefined
  place: Place | null
}

/** The lines in which a child, a number or a pupil on record already occurred. */
export interface SeenRows {
  children: Map<string, number>
  numbers: Map<string, number>
  targets: Map<number, number>
}
export const noEarlierRows = (): SeenRows => ({ children: new Map(), numbers: new Map(), targets: new Map() })

const missing = (cells: Cells): Problem[] =>
  REQUIRED_IMPORT_FIELDS.filter((field) => !cells[field]?.trim()).map((field) => ({
    field,
    message: MESSAGES.required,
  }))

/** A new child needs a gender, unless somebody answered that the list has none (ADR 0037). */
const missingGender = (cells: Cells, isNew: boolean, { mayLackGender }: ImportContext): Problem[] =>
  isNew && !mayLackGender && !cells.gender?.trim() ? [{ field: 'gender', message: IMPORT_TEXTS.unknownGender }] : []

/** What the list of the file shows is not changed, and the child is not recorded twice. */
const restricted = (
  child: Parameters<typeof childKey>[0] | undefined,
  values: RowValues,
  context: ImportContext,
): Problem[] =>
  context.isRestricted(child, values.pupil_number) ? [{ field: null, message: RESTRICTION_TEXTS.notHere }] : []

/** A guardian needs a first and a last name; a number alone belongs to nobody. */
const guardianProblems = (values: RowValues): Problem[] =>
  ([1, 2] as const).flatMap((place) => {
    const [first, last] = [values[`guardian${place}_firstname`], values[`guardian${place}_lastname`]]
    const isAny = [first, last, values[`guardian${place}_phone`], values[`guardian${place}_mail`]].some(
      (one) => one !== null,
    )
    const field = `guardian${place}_${first === null ? 'firstname' : 'lastname'}` as const
    return isAny && (first === null || last === null) ? [{ field, message: IMPORT_TEXTS.guardianName }] : []
  })

const bornLater = ({ birthdate }: RowValues, today: string): Problem[] =>
  birthdate !== null && birthdate > today ? [{ field: 'birthdate', message: PUPIL_TEXTS.bornLater }] : []

/** The line in which it occurred before; remembers this line for later rows. */
const before = <K>(lines: Map<K, number>, key: K | null | undefined, line: number) => {
  if (key === null || key === undefined) return undefined
  const earlier = lines.get(key)
  if (earlier === undefined) lines.set(key, line)
  return earlier
}

/** Whether the child, the number or the pupil to be changed occurred in an earlier row. */
function repeats({ line, child_key, target, values }: ValidatedRow, seen: SeenRows): Problem[] {
  const child = before(seen.children, child_key, line)
  const number = before(seen.numbers, values.pupil_number?.toUpperCase(), line)
  const same = before(seen.targets, target?.id, line)
  if (child !== undefined) return [{ field: null, message: IMPORT_TEXTS.inFileTwice(child) }]
  if (number !== undefined) return [{ field: 'pupil_number', message: IMPORT_TEXTS.numberTwice(number) }]
  return same === undefined ? [] : [{ field: null, message: IMPORT_TEXTS.matchedTwice(same) }]
}

/** The pupil for the person who has to decide; only in this case the changes of an update are computed. */
function toMatch(pupil: KnownPupil, row: { values: RowValues; isOpen: boolean }, context: ImportContext): ImportMatch {
  const { id, firstname, lastname, birthdate, status, gender } = pupil
  const { place = null } = row.isOpen ? placeRow(row.values, { context, target: pupil }) : {}
  return {
    ...{ id, firstname, lastname, birthdate, status, gender },
    school_short: context.short,
    schoolclass: context.className(pupil.schoolclass_id),
    address: addressLines(pupil).join(', ') || null,
    changes: row.isOpen ? changesOf({ values: row.values, place, target: pupil }, context) : [],
  }
}

const PROPOSED: Record<ImportVerdict, ImportDecision | null> = {
  new: 'create',
  changed: 'update',
  same: null,
  error: null,
  duplicate: null,
}

interface Reading {
  validated: ValidatedRow
  match: Match
}

const notesOf = (cells: Cells, values: RowValues, { target, note }: Match): Problem[] => [
  ...(note ? [note] : []),
  ...dateNotes(cells, values),
  ...genderNotes(cells, values),
  ...(target ? [...ignoredExit(values, target), ...missingLetters(values, target)] : []),
]

/** The row, read and compared, with the errors of its cells; the only verdict so far is that of an error. */
function readRow(row: StoredRow, context: ImportContext): Reading {
  const { cells } = row
  const { values, problems, notes } = readCells(cells, context.today)
  const child = childOf(values)
  const match = child ? matchRow(child, values.pupil_number, context) : NO_MATCH
  const { chosen, target } = chooseTarget(row, match)
  const placed = placeRow(values, { context, target })
  const validated: ValidatedRow = {
    line: row.line,
    cells,
    values,
    verdict: 'error',
    chosen,
    decision: chosen === 'skip' ? 'skip' : null,
    problems: [
      ...restricted(child, values, context),
      ...missing(cells),
      ...missingGender(cells, !target && (chosen === 'create' || match.doubtful.length === 0), context),
      ...problems,
      ...bornLater(values, context.today),
      ...guardianProblems(values),
      ...(placed.problem ? [placed.problem] : []),
      ...immigrationProblems(values, { target, today: context.today }),
      ...(target ? updateProblems(values, target) : newPupilProblems(values, context.today)),
    ],
    read: storedTexts(cells, values),
    notes: [...notes, ...notesOf(cells, values, { ...match, target })],
    changes: [],
    matches: [
      ...(match.target ? [toMatch(match.target, { values, isOpen: false }, context)] : []),
      ...match.doubtful.map((one) => toMatch(one, { values, isOpen: true }, context)),
    ],
    child_key: child ? childKey(child) : null,
    target,
    place: placed.place ?? null,
  }
  return { validated, match }
}

/** A row with an error has no verdict yet that says so. */
const knownNotes = ({ matches }: ValidatedRow): Problem[] =>
  matches.length > 0 ? [{ field: null, message: IMPORT_TEXTS.knownChild }] : []

const verdictOf = ({ validated: { target, changes }, match }: Reading): ImportVerdict => {
  if (match.target === undefined && match.doubtful.length > 0) return 'duplicate'
  if (!target) return 'new'
  return changes.length > 0 ? 'changed' : 'same'
}

/** Validates one row; `seen` knows the earlier rows, and this row is added to it (ux §3.13). */
export function validateRow(row: StoredRow, context: ImportContext, seen: SeenRows): ValidatedRow {
  const { validated, match } = readRow(row, context)
  if (validated.problems.length > 0) return { ...validated, notes: [...knownNotes(validated), ...validated.notes] }
  const twice = validated.chosen === 'skip' ? [] : repeats(validated, seen)
  if (twice.length > 0 && validated.chosen !== 'create')
    return { ...validated, verdict: 'duplicate', chosen: null, decision: null, problems: twice, target: undefined }
  const changes = validated.target
    ? changesOf({ values: validated.values, place: validated.place, target: validated.target }, context)
    : []
  const settled = { ...validated, changes, problems: match.problem ? [match.problem] : [] }
  const verdict = verdictOf({ validated: settled, match })
  return { ...settled, verdict, decision: validated.chosen ?? PROPOSED[verdict] }
}
