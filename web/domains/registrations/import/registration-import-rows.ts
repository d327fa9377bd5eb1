import type { ImportLine, ImportVerdict, RegistrationFile } from '#contract/registrations/registrations.import.ts'

/** A row of the file on its way into the list. */
export interface ImportDraft extends ImportLine {
  verdict: ImportVerdict
  /** What a person decided; undefined: taken if nothing speaks against it. */
  wish?: boolean
}

/** Meaning of each column of the file; null: not taken. */
export type Mapping = readonly (string | null)[]
/** What stands in every row of a column the file lacks. */
export type Fixed = Readonly<Record<string, string>>

/** The rows by the keys of the form. */
export const linesOf = (file: RegistrationFile, mapping: Mapping, fixed: Fixed): ImportLine[] =>
  file.rows.map(({ line, cells }) => ({
    line,
    cells: {
      ...fixed,
      ...Object.fromEntries(mapping.flatMap((key, column) => (key ? [[key, cells[column] ?? ''] as const] : []))),
    },
  }))

/** Columns the file lacks although the form asks for them; a choice can be made for all rows at once. */
export const missingColumns = ({ columns }: RegistrationFile, mapping: Mapping) =>
  columns.filter(({ key, isRequired }) => isRequired && !mapping.includes(key))

/** Keys that two columns mean. */
export const doubledKeys = (mapping: Mapping) =>
  mapping.filter((key, column): key is string => key !== null && mapping.indexOf(key) !== column)

export const hasErrors = ({ verdict }: ImportDraft) => Object.keys(verdict.errors).length > 0

/** Somebody should look: the child may be here already, or twice in the file. */
export const isDoubtful = ({ verdict, line }: ImportDraft, repeated: ReadonlyMap<number, number>) =>
  verdict.duplicates.length > 0 || repeated.has(line)

export const isTaken = (draft: ImportDraft, repeated: ReadonlyMap<number, number>) =>
  !hasErrors(draft) && (draft.wish ?? !isDoubtful(draft, repeated))

const nameIn = (cells: ImportLine['cells']) =>
  [cells['meta.child_lastname'], cells['meta.child_firstname']].filter((part) => part).join(', ')

/** The child's name, or the row's number while it has none. */
export const draftName = ({ line, cells }: ImportLine) => nameIn(cells) || `Zeile ${line}`
