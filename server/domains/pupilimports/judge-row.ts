import { compareChildren } from '#contract/duplicates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { REQUIRED_IMPORT_FIELDS } from '#contract/pupil-imports.columns.ts'
import { IMPORT_TEXTS } from '#contract/pupil-imports.texts.ts'
import type { ImportDecision, ImportVerdict } from '#contract/pupil-imports.ts'
import { PUPIL_TEXTS } from '#contract/pupils.change.ts'
import type { DuplicatePupil } from '#contract/registrations.transform.ts'
import { type Change, changesOf } from './compare-row.ts'
import { childKey, type ImportContext } from './import-context.ts'
import type { KnownPupil } from './import-known.queries.ts'
import { newPupilProblems, type Place, placeRow, updateProblems } from './place-row.ts'
import { type Cells, type Problem, type RowValues, readCells } from './read-cells.ts'

/** A row of a file as it is kept. */
export interface KeptRow {
  line: number
  cells: Cells
  /** What somebody chose. */
  decision: ImportDecision | null
  /** Who it matched when that was chosen. */
  known_ids?: readonly number[] | undefined
}

export interface JudgedRow {
  line: number
  cells: Cells
  values: RowValues
  verdict: ImportVerdict
  /** What somebody chose, as far as it can be done. */
  chosen: ImportDecision | null
  /** What will be done; null: nothing. */
  decision: ImportDecision | null
  problems: Problem[]
  changes: Change[]
  matches: DuplicatePupil[]
  child_key: string | null
  target: KnownPupil | undefined
  place: Place | null
}

/** Lines in which a child, a number or a pupil on record came already. */
export interface SeenRows {
  children: Map<string, number>
  numbers: Map<string, number>
  targets: Map<number, number>
}
export const nothingSeen = (): SeenRows => ({ children: new Map(), numbers: new Map(), targets: new Map() })

interface Child {
  firstname: string
  lastname: string
  birthdate: string
}

export const childOf = ({ firstname, lastname, birthdate }: RowValues): Child | undefined =>
  firstname !== null && lastname !== null && birthdate !== null ? { firstname, lastname, birthdate } : undefined

const missing = (cells: Cells): Problem[] =>
  REQUIRED_IMPORT_FIELDS.filter((field) => !cells[field]?.trim()).map((field) => ({
    field,
    message: MESSAGES.required,
  }))

/** A guardian is a first and a last name; a number alone belongs to nobody. */
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

interface Match {
  target?: KnownPupil | undefined
  /** Who the row may be about, for somebody to decide. */
  doubtful: KnownPupil[]
  problem?: Problem
}

const isStranger = (child: Child, pupil: KnownPupil) =>
  child.birthdate !== pupil.birthdate && compareChildren(child, pupil) === null && child.lastname !== pupil.lastname

/** By SuS-Nummer, else by exact names and birth date; all else that is alike is for somebody to decide (domain §3.3). */
function matchRow(child: Child, number: string | null, { book }: ImportContext): Match {
  const numbered = number === null ? undefined : book.findNumber(number)
  if (numbered && !isStranger(child, numbered)) return { target: numbered, doubtful: [] }
  const { exact, likely } = book.findAlike(child)
  if (numbered) {
    const problem = { field: 'pupil_number' as const, message: IMPORT_TEXTS.otherChild }
    return { doubtful: [numbered, ...exact], problem }
  }
  if (exact.length === 1) return { target: exact[0], doubtful: [] }
  return { doubtful: exact.length > 1 ? exact : likely }
}

/** The line in which it came before; remembers it for those to come. */
const before = <K>(lines: Map<K, number>, key: K | null | undefined, line: number) => {
  if (key === null || key === undefined) return undefined
  const earlier = lines.get(key)
  if (earlier === undefined) lines.set(key, line)
  return earlier
}

/** Whether the child, the number or the pupil it would change came in an earlier row. */
function repeats({ line, child_key, target, values }: JudgedRow, seen: SeenRows): Problem[] {
  const child = before(seen.children, child_key, line)
  const number = before(seen.numbers, values.pupil_number?.toUpperCase(), line)
  const same = before(seen.targets, target?.id, line)
  if (child !== undefined) return [{ field: null, message: IMPORT_TEXTS.inFileTwice(child) }]
  if (number !== undefined) return [{ field: 'pupil_number', message: IMPORT_TEXTS.numberTwice(number) }]
  return same === undefined ? [] : [{ field: null, message: IMPORT_TEXTS.matchedTwice(same) }]
}

const toMatch = ({ id, firstname, lastname, birthdate, status }: KnownPupil, school_short: string): DuplicatePupil => ({
  id,
  firstname,
  lastname,
  birthdate,
  status,
  school_short,
})

/** A choice made before somebody entered the very child is one of other circumstances. */
const isOutdated = ({ decision, known_ids }: KeptRow, target: KnownPupil | undefined) =>
  decision === 'create' && target !== undefined && known_ids !== undefined && !known_ids.includes(target.id)

function choiceOf(row: KeptRow, { target, doubtful }: Match) {
  if (isOutdated(row, target)) return null
  const isImpossible = row.decision === 'update' && target === undefined && doubtful.length === 0
  return isImpossible ? null : row.decision
}

const PROPOSED: Record<ImportVerdict, ImportDecision | null> = {
  new: 'create',
  changed: 'update',
  same: null,
  error: null,
  duplicate: null,
}

/** Which pupil an update would change: the one it matches, or the first that somebody said it is. */
const targetOf = ({ target, doubtful }: Match, chosen: ImportDecision | null) => {
  if (chosen === 'create') return undefined
  return target ?? (chosen === 'update' ? doubtful[0] : undefined)
}

const NO_MATCH: Match = { doubtful: [] }

interface Reading {
  judged: JudgedRow
  match: Match
}

/** The row read and compared, with what is wrong in its cells; no verdict yet but that of an error. */
function readRow(row: KeptRow, context: ImportContext): Reading {
  const { values, problems } = readCells(row.cells, context.today)
  const child = childOf(values)
  const match = child ? matchRow(child, values.pupil_number, context) : NO_MATCH
  const chosen = choiceOf(row, match)
  const target = targetOf(match, chosen)
  const placed = placeRow(values, { context, target })
  const judged: JudgedRow = {
    line: row.line,
    cells: row.cells,
    values,
    verdict: 'error',
    chosen,
    decision: chosen === 'skip' ? 'skip' : null,
    problems: [
      ...missing(row.cells),
      ...problems,
      ...bornLater(values, context.today),
      ...guardianProblems(values),
      ...(placed.problem ? [placed.problem] : []),
      ...(target ? updateProblems(values, target) : newPupilProblems(values, context.today)),
    ],
    changes: [],
    matches: [match.target ?? [], match.doubtful].flat().map((one) => toMatch(one, context.short)),
    child_key: child ? childKey(child) : null,
    target,
    place: placed.place ?? null,
  }
  return { judged, match }
}

const verdictOf = ({ judged: { target, changes }, match }: Reading): ImportVerdict => {
  if (match.target === undefined && match.doubtful.length > 0) return 'duplicate'
  if (!target) return 'new'
  return changes.length > 0 ? 'changed' : 'same'
}

/** The verdict on one row; `seen` knows the rows before it and learns this one (ux §3.13). */
export function judgeRow(row: KeptRow, context: ImportContext, seen: SeenRows): JudgedRow {
  const { judged, match } = readRow(row, context)
  if (judged.problems.length > 0) return judged
  const twice = judged.chosen === 'skip' ? [] : repeats(judged, seen)
  if (twice.length > 0 && judged.chosen !== 'create')
    return { ...judged, verdict: 'duplicate', chosen: null, decision: null, problems: twice, target: undefined }
  const changes = judged.target
    ? changesOf({ values: judged.values, place: judged.place, target: judged.target }, context)
    : []
  const settled = { ...judged, changes, problems: match.problem ? [match.problem] : [] }
  const verdict = verdictOf({ judged: settled, match })
  return { ...settled, verdict, decision: judged.chosen ?? PROPOSED[verdict] }
}
