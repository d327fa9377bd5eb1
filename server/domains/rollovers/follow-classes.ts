import type { Group } from './choose-targets.ts'
import type { YearClass } from './rollovers.situation.queries.ts'
import { hasGrade, isMixed, OPEN, type TargetClass } from './target-book.ts'

/**
 * Whether the class continues where this group goes: one grade higher, or for a mixed-age group where it stays
 * together.
 */
const livesOn = ({ source, to_grade }: Group, groups: readonly Group[]) => {
  if (!isMixed(source)) return to_grade > source.grade
  const staysTogether = groups.some((one) => one.source === source && hasGrade(source, one.to_grade))
  return hasGrade(source, to_grade) || !staysTogether
}

const isNamesake = (target: TargetClass, { description }: YearClass) =>
  target.description.toLowerCase() === description.toLowerCase()

/**
 * For each class of the new year, the class of the old one that it follows: among several, the one with the same name,
 * otherwise the one with most of the pupils.
 */
export function followClasses(groups: readonly Group[]) {
  const candidates = groups.filter((group) => group.choice !== OPEN && livesOn(group, groups))
  const followed = new Map<TargetClass, YearClass>()
  for (const [choice, coming] of Map.groupBy(candidates, (group) => group.choice)) {
    if (choice === OPEN) continue
    const sizes = Map.groupBy(coming, ({ source }) => source)
    const countOf = (source: YearClass) => (sizes.get(source) ?? []).reduce((sum, { pupils }) => sum + pupils.length, 0)
    const [best] = [...sizes.keys()].sort(
      (a, b) => Number(isNamesake(choice, b)) - Number(isNamesake(choice, a)) || countOf(b) - countOf(a),
    )
    if (best) followed.set(choice, best)
  }
  return followed
}
