import { usePrinting } from '#web/lists/drawn-rows.ts'
import { classOfRow } from './pupil-columns.tsx'
import { useShownView } from './use-shown-view.ts'

/** In the order of the classes each has a heading on paper. */
const groupsOf = (sort: string) => (/^-?schoolclass/.test(sort) ? classOfRow : undefined)

/** What the table has on paper, or in a list for today, which is used class by class on the screen too. */
export const useClassByClass = (sort: string, isOfDay: boolean) => {
  const isPrinting = usePrinting()
  const { readyList } = useShownView()
  const groupOf = groupsOf(sort)
  return {
    groupOf,
    hasClassHeadings: (isPrinting || isOfDay) && groupOf !== undefined,
    hasTicks: isPrinting && readyList?.isTicked === true,
    // On paper each heading says how many follow.
    showsGroups: isOfDay && !isPrinting,
  }
}
