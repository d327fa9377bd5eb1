import { useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import type { Sicknote } from '#contract/sicknotes.ts'
import type { RowSelection } from '#web/ui/data-table-props.ts'

const NOBODY: ReadonlySet<number> = new Set()

/** Chosen notes by their ids, so that a poll leaves them chosen; what is not shown any more is not acted upon. */
export const useNoteSelection = (rows: readonly Sicknote[]) => {
  const [ids, setIds] = useState(NOBODY)
  const toggle = ({ id }: Sicknote) =>
    setIds((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const selection: RowSelection<Sicknote> = {
    isChosen: ({ id }) => ids.has(id),
    onToggle: toggle,
    onToggleAll: (isChosen) => setIds(isChosen ? new Set(rows.map(({ id }) => id)) : NOBODY),
    nameOf: ({ pupil }) => fullName(pupil),
  }
  return { chosen: rows.filter(({ id }) => ids.has(id)), selection, toggle, clear: () => setIds(NOBODY) }
}
