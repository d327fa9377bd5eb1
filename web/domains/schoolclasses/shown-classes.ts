import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'

const bySize = (a: Schoolclass, b: Schoolclass) => a.pupil_count - b.pupil_count

/** In the one order of classes, or by their size and those of one size in that order; a minus turns it round. */
export const shownClasses = (classes: readonly Schoolclass[], sort: string) => {
  const sign = sort.startsWith('-') ? -1 : 1
  const isBySize = sort.endsWith('pupil_count')
  return [...classes].sort((a, b) =>
    isBySize ? sign * bySize(a, b) || compareClasses(a, b) : sign * compareClasses(a, b),
  )
}
