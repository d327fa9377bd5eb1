import { compareClasses } from '#contract/class-names.ts'
import type { Schoolclass } from '#contract/schoolclasses.ts'

/** In the one order of classes, or by their size; a minus turns it round. */
export const shownClasses = (classes: readonly Schoolclass[], sort: string) => {
  const sign = sort.startsWith('-') ? -1 : 1
  const sizeOf = sort.endsWith('pupil_count') ? ({ pupil_count }: Schoolclass) => pupil_count : () => 0
  return [...classes].sort((a, b) => sign * (sizeOf(a) - sizeOf(b) || compareClasses(a, b)))
}
