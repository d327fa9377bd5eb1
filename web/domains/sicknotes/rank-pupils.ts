import type { PupilRow } from '#contract/pupils/pupils.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'

type Ranked = Pick<PupilRow, 'firstname' | 'lastname' | 'lastname_prefix' | 'pupil_number' | 'schoolclass'>

const namesOf = (pupil: Ranked) => [
  ...[pupil.firstname, pupil.lastname_prefix, pupil.lastname, pupil.pupil_number],
  pupil.schoolclass?.classgradePlain,
]

const ELSEWHERE = 3

/** 0: whole words, 1: how a name begins, 2: a word within it. */
const rankOf = (pupil: Ranked, sought: readonly string[]) => {
  const names = namesOf(pupil).map((name) => searchFold(name ?? ''))
  const words = names.flatMap((name) => name.split(' '))
  const isAll = (isMeant: (word: string) => boolean) => sought.length > 0 && sought.every(isMeant)
  if (isAll((word) => words.includes(word))) return 0
  if (isAll((word) => names.some((name) => name.startsWith(word)))) return 1
  return isAll((word) => words.some((own) => own.startsWith(word))) ? 2 : ELSEWHERE
}

/**
 * Who is called what was typed, best first, and who was found by a parent, a town or a number alone: the office means the
 * child on the phone, so Enter must never take another. Else the order stays.
 */
export const rankPupils = <P extends Ranked>(found: readonly P[], search: string) => {
  const sought = searchWords(search)
  const ranked = found.map((pupil) => ({ pupil, rank: rankOf(pupil, sought) }))
  const those = (...ranks: number[]) =>
    ranks.flatMap((rank) => ranked.filter((one) => one.rank === rank).map(({ pupil }) => pupil))
  return { own: those(0, 1, 2), byContact: those(ELSEWHERE) }
}
