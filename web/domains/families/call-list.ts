import { peopleOf } from '#contract/families/families.people.ts'
import { type CallOrder, callOrderOf } from '#contract/families/families.ts'
import type { FamilyPupil } from './family-queries.ts'

const keyOf = ({ kind, id }: CallOrder[number]) => `${kind} ${id}`

/** Everybody who can be called for a child, guardians first. */
export const calleesOf = (pupil: FamilyPupil) => peopleOf(pupil).map((one) => ({ ...one, key: keyOf(one) }))
export type Callee = ReturnType<typeof calleesOf>[number]

/** The order as keys, as the dialog moves them. */
export const calledKeys = (pupil: FamilyPupil) => callOrderOf(pupil).map(keyOf)

/** One of them at another place, counted from 0; beyond the ends nothing moves. */
export const movedTo = (keys: readonly string[], key: string, place: number) => {
  const others = keys.filter((one) => one !== key)
  if (!keys.includes(key) || place < 0 || place > others.length) return [...keys]
  return others.toSpliced(place, 0, key)
}

/** Own order over what is stored by now: who is gone is left out, who came is last. */
export const rebasedOrder = (mine: readonly string[], stored: FamilyPupil, before: readonly string[]) => {
  const known = new Set(calleesOf(stored).map(({ key }) => key))
  const came = calledKeys(stored).filter((key) => !before.includes(key) && !mine.includes(key))
  return [...mine.filter((key) => known.has(key)), ...came]
}
