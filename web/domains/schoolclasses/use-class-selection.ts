import { useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import type { ClassPupil } from '#contract/schoolclasses.ts'
import type { RowSelection } from '#web/ui/data-table-props.ts'

/** The chosen pupils of a class; who has left it meanwhile is no longer chosen. */
export const useClassSelection = (pupils: readonly ClassPupil[]) => {
  const [ids, setIds] = useState<readonly number[]>([])
  const chosen = pupils.filter(({ id }) => ids.includes(id))
  const toggle = ({ id }: ClassPupil) =>
    setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const selection: RowSelection<ClassPupil> = {
    isChosen: ({ id }) => ids.includes(id),
    onToggle: toggle,
    onToggleAll: (isChosen) => setIds(isChosen ? pupils.map(({ id }) => id) : []),
    nameOf: fullName,
  }
  return { chosen, selection, toggle, clear: () => setIds([]) }
}
