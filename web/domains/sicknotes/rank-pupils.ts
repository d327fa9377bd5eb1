import type { PupilRow } from '#contract/pupils/pupils.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'

type Ranked = Pick<PupilRow, 'firstname' | 'lastname' | 'lastname_prefix' | 'pupil_number' | 'schoolclass'>

const namesOf = (pupil: Ranked) => [
  ...[pupil.firstname, pupil.lastname_prefix, pupil.lastname, pupil.pupil_number],
  pupil.schoolclass?.classgradePlain,
]

const ELSEWHERE = 3

/** The rank of a match: 0 for whole words, 1 for the beginning of a name, 2 for the beginning of a word in it. */
const rankOf = (pupil: Ranked, searched: readonly string[]) => {
  const names = namesOf(pupil).map((name) => searchFold(name ?? ''))
  const words = names.flatMap((name) => name.split(' '))
  const isAll = (isMeant: (word: string) => boolean) => searched.length > 0 && searched.every(isMeant)
  if (isAll((word) => words.includes(word))) return 0
  if (isAll((word) => names.some((name) => name.startsWith(word)))) return 1
  return isAll((word) => words.some((own) => own.startsWith(word))) ? 2 : ELSEWHERE
}

/**
 * Pupils whose name matches come first, best match first; then those found only by a parent, a town or a number. The
 * office means the child it is asked about, so Enter must never take another one. Otherwise the order stays.
 */
export const rankPupils = <P extends Ranked>(found: readonly P[], search: string) => {
  const searched = searchWords(search)
  const ranked = found.map((pupil) => ({ pupil, rank: rankOf(pupil, searched) }))
  const those = (...ranks: number[]) =>
    ranks.flatMap((rank) => ranked.filter((one) => one.rank === rank).map(({ pupil }) => pupil))
  return { own: those(0, 1, 2), byContact: those(ELSEWHERE) }
}
