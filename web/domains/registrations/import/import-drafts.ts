import { counted } from '#contract/counted.ts'
import type { ImportLine, ImportVerdict, RegistrationFile } from '#contract/registrations/registrations.import.ts'

/** A row of the file on its way into the list. */
export interface ImportDraft extends ImportLine {
  verdict: ImportVerdict
  /** What a person decided; undefined: taken if nothing speaks against it. */
  wish?: boolean
}

export const hasErrors = ({ verdict }: ImportDraft) => Object.keys(verdict.errors).length > 0

/** Somebody should look: the child may be here already, or twice in the file. */
export const isDoubtful = ({ verdict, line }: ImportDraft, repeated: ReadonlyMap<number, number>) =>
  verdict.duplicates.length > 0 || repeated.has(line)

export const isTaken = (draft: ImportDraft, repeated: ReadonlyMap<number, number>) =>
  !hasErrors(draft) && (draft.wish ?? !isDoubtful(draft, repeated))

/** Why the rest of the rows is not taken: „3 mit Fehlern, 1 mögliche Dublette, 2 ohne Häkchen“. */
export const leftText = (drafts: readonly ImportDraft[], repeated: ReadonlyMap<number, number>) => {
  const left = drafts.filter((draft) => !isTaken(draft, repeated))
  const wrong = left.filter(hasErrors).length
  const doubtful = left.filter((draft) => !hasErrors(draft) && isDoubtful(draft, repeated)).length
  const unticked = left.length - wrong - doubtful
  return [
    wrong > 0 && `${wrong} mit Fehlern`,
    doubtful > 0 && counted(doubtful, 'mögliche Dublette', 'mögliche Dubletten'),
    unticked > 0 && `${unticked} ohne Häkchen`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What is missing in every row, as of a column that the file lacks; a single row says so itself. */
export const missingInAll = (drafts: readonly ImportDraft[], columns: RegistrationFile['columns']) =>
  drafts.length < 2
    ? []
    : columns.filter(({ key }) => drafts.every(({ cells, verdict }) => verdict.errors[key] && !cells[key]))

/** „11 Angaben fehlen“, or that some are there but wrong. */
export const faultsText = ({ cells, verdict }: ImportDraft) => {
  const keys = Object.keys(verdict.errors)
  const count = counted(keys.length, 'Angabe', 'Angaben')
  if (keys.some((key) => cells[key])) return `${count} prüfen`
  return `${count} ${keys.length === 1 ? 'fehlt' : 'fehlen'}`
}

/** The child's name, or the row's number while it has none. */
export const draftName = ({ line, cells }: ImportLine) =>
  [cells['meta.child_lastname'], cells['meta.child_firstname']].filter(Boolean).join(', ') || `Zeile ${line}`

const NAMED_AT_MOST = 3

/** „1 Zeile ist noch offen: Zeile 4, Levke Quendel.“ */
export const openText = (drafts: readonly ImportDraft[]) => {
  const names = drafts.slice(0, NAMED_AT_MOST).map((draft) => {
    const name = [draft.cells['meta.child_firstname'], draft.cells['meta.child_lastname']].filter(Boolean).join(' ')
    return [`Zeile ${draft.line}`, name].filter(Boolean).join(', ')
  })
  const end = drafts.length > NAMED_AT_MOST ? ' …' : '.'
  return `${counted(drafts.length, 'Zeile ist', 'Zeilen sind')} noch offen: ${names.join('; ')}${end}`
}
