import { fullName } from '#contract/person-names.ts'
import type { ClassPupil } from '#contract/schoolclasses/schoolclasses.ts'
import type { RowSelection } from '#web/lists/data-table-props.ts'
import { useChosenIds } from '#web/lists/use-row-selection.ts'

/** The chosen pupils of a class; who has left it meanwhile is no longer chosen. */
export const useClassSelection = (pupils: readonly ClassPupil[]) => {
  const { clear, isChosen, onChoose } = useChosenIds()
  const selection: RowSelection<ClassPupil> = { isChosen, onChoose, nameOf: fullName }
  return { chosen: pupils.filter(isChosen), selection, clear }
}
