import { fullName } from '#contract/person-names.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import type { RowSelection } from '#web/lists/data-table-props.ts'
import { useChosenIds } from '#web/lists/use-row-selection.ts'

/** Chosen notes; what is not shown any more is not acted upon. */
export const useNoteSelection = (rows: readonly Sicknote[]) => {
  const { clear, isChosen, onChoose } = useChosenIds()
  const selection: RowSelection<Sicknote> = { isChosen, onChoose, nameOf: ({ pupil }) => fullName(pupil) }
  return { chosen: rows.filter(isChosen), selection, clear }
}
