import { counted } from '#contract/counted.ts'
import {
  CLASS_FUNCTION_LABELS,
  EMPLOYEE_IMPORT_KEYS,
  EMPLOYEE_IMPORT_LABELS,
  EMPLOYEE_TEMPLATE_KEYS,
  type EmployeeImportKey,
  IMPORTED_FUNCTIONS,
  REQUIRED_IMPORT_KEYS,
} from '#contract/employeeimports/employeeimports.columns.ts'
import type { EmployeeFile, EmployeeFinding, EmployeeLine } from '#contract/employeeimports/employeeimports.ts'
import { isNo, isYes } from '#contract/employeeimports/employeeimports.words.ts'

/** A row of the file on its way into the list. */
export interface EmployeeDraft extends EmployeeLine {
  finding: EmployeeFinding
  /** The short name that the check proposed; it was not in the file. */
  proposal?: string
  /** What a person decided; undefined: taken if nothing speaks against it. */
  wish?: boolean
}

export interface ChosenList {
  source: File
  file: EmployeeFile
  /** Meaning of each column of the file; null: not taken. */
  mapping: EmployeeFile['mapping']
  /** The work of everybody when the file has no column for it; empty: it is chosen in the rows. */
  type: string
}

/** How a row stands: whoever is here already is left out, whatever else the row says. */
export type DraftState = 'wrong' | 'doubtful' | 'here' | 'good'

export const stateOf = ({ finding }: EmployeeDraft): DraftState => {
  if (finding.is_here) return 'here'
  if (Object.keys(finding.errors).length > 0) return 'wrong'
  const isDouble = finding.duplicates.length > 0 || finding.repeats !== null || finding.same_mail.length > 0
  return isDouble ? 'doubtful' : 'good'
}

export const isFixed = (draft: EmployeeDraft) => ['wrong', 'here'].includes(stateOf(draft))
export const isTaken = (draft: EmployeeDraft) => !isFixed(draft) && (draft.wish ?? stateOf(draft) === 'good')

/** Why the rest is not taken: „2 schon da, 3 mit Fehlern, 1 mögliche Dublette, 2 ohne Häkchen“. */
export const leftText = (drafts: readonly EmployeeDraft[]) => {
  const left = drafts.filter((draft) => !isTaken(draft))
  const countOf = (state: DraftState) => left.filter((draft) => stateOf(draft) === state).length
  const [here, wrong, doubtful, unticked] = [countOf('here'), countOf('wrong'), countOf('doubtful'), countOf('good')]
  return [
    here > 0 && `${here} schon da`,
    wrong > 0 && `${wrong} mit Fehlern`,
    doubtful > 0 && counted(doubtful, 'mögliche Dublette', 'mögliche Dubletten'),
    unticked > 0 && `${unticked} ohne Häkchen`,
  ]
    .filter(Boolean)
    .join(', ')
}

const STATE_REASONS: Record<Exclude<DraftState, 'wrong'>, string> = {
  here: 'schon da',
  doubtful: 'mögliche Dublette',
  good: 'ohne Häkchen',
}

const reasonOf = (draft: EmployeeDraft) => {
  const state = stateOf(draft)
  if (state !== 'wrong') return STATE_REASONS[state]
  return Object.entries(draft.finding.errors)
    .map(([key, messages]) => `${EMPLOYEE_IMPORT_LABELS[key as EmployeeImportKey] ?? key}: ${messages.join(' ')}`)
    .join(' ')
}

/** „Zeile 6, Eggert, Wiebke: Eintritt: …“ for each row that is not taken. */
export const omittedRows = (drafts: readonly EmployeeDraft[]) =>
  drafts
    .filter((draft) => !isTaken(draft))
    .map((draft) => `Zeile ${draft.line}, ${draftName(draft)}: ${reasonOf(draft)}`)

/** „3 Zeilen ausgelassen: 2 schon da, 1 mit Fehlern.“; empty when all rows are taken. */
export const omittedText = (drafts: readonly EmployeeDraft[]) => {
  const omitted = drafts.filter((draft) => !isTaken(draft)).length
  return omitted > 0 ? `${counted(omitted, 'Zeile', 'Zeilen')} ausgelassen: ${leftText(drafts)}.` : ''
}

/** Columns that the form needs and the file lacks; a column with both names stands for two. */
export const missingKeys = ({ mapping }: Pick<ChosenList, 'mapping'>) =>
  REQUIRED_IMPORT_KEYS.filter(
    (key) => !mapping.includes(key) && !((key === 'lastname' || key === 'firstname') && mapping.includes('whole_name')),
  )

export const linesOf = ({ file, mapping, type }: ChosenList): EmployeeLine[] =>
  file.rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries([
      ...(mapping.includes('employee_type') || type === '' ? [] : [['employee_type', type] as const]),
      ...mapping.flatMap((key, column) => (key ? [[key, cells[column] ?? ''] as const] : [])),
    ]),
  }))

/** A row with what the check found; a proposed short name stands in it like a typed one. */
export const withFinding = (row: EmployeeLine & Partial<EmployeeDraft>, finding: EmployeeFinding): EmployeeDraft => {
  const { proposed_short_name: proposal } = finding
  if (proposal === null) return { ...row, finding }
  return { ...row, finding, proposal, cells: { ...row.cells, short_name: proposal } }
}

const PAIR: readonly EmployeeImportKey[] = ['schoolclass', 'class_function']

/** The cells that a row can be corrected in: those of the template, and those that the file has besides. */
export const cellKeys = (mapping: ChosenList['mapping']) => {
  const hasPair = PAIR.some((key) => mapping.includes(key))
  return EMPLOYEE_IMPORT_KEYS.filter(
    (key) => EMPLOYEE_TEMPLATE_KEYS.includes(key) || mapping.includes(key) || (hasPair && PAIR.includes(key)),
  )
}

/** What the file does not say and the check assumed: in sight, so that somebody can say it better. */
export const assumedKeys = ({ cells, proposal }: EmployeeDraft): readonly EmployeeImportKey[] => [
  ...(proposal === undefined ? [] : (['short_name'] as const)),
  ...(cells.schoolclass && !IMPORTED_FUNCTIONS.some((one) => isYes(cells[one] ?? ''))
    ? (['class_function'] as const)
    : []),
]

/** The classes of a row in words: „Klassenleitung 3a, zugeordnet 4a, 4b“. */
export const classesText = ({ cells }: Pick<EmployeeLine, 'cells'>) => {
  const ticked = IMPORTED_FUNCTIONS.find((one) => isYes(cells[one] ?? ''))
  const named = IMPORTED_FUNCTIONS.filter((one) => !isNo(cells[one] ?? '') && !isYes(cells[one] ?? ''))
  // A tick counts before the word in the column, as it does on the server.
  const inColumn = ticked ? CLASS_FUNCTION_LABELS[ticked] : cells.class_function || CLASS_FUNCTION_LABELS.assigned
  return [
    ...named.map((one) => `${CLASS_FUNCTION_LABELS[one]} ${cells[one]}`),
    ...(cells.schoolclass ? [`${inColumn} ${cells.schoolclass}`] : []),
  ].join(', ')
}

/** The person's name, or the row's number while it has none. */
export const draftName = ({ line, cells }: EmployeeLine) =>
  [cells.lastname, cells.firstname].filter(Boolean).join(', ') || cells.whole_name || `Zeile ${line}`
