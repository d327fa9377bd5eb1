import type { PupilRow } from '#contract/pupils.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'

type Ranked = Pick<PupilRow, 'firstname' | 'lastname' | 'lastname_prefix' | 'pupil_number' | 'schoolclass'>

const wordsOf = (pupil: Ranked) =>
  [
    pupil.firstname,
    pupil.lastname_prefix,
    pupil.lastname,
    pupil.pupil_number,
    pupil.schoolclass?.classgradePlain,
  ].flatMap((text) => searchFold(text ?? '').split(' '))

/**
 * Who is called what was typed, and who was found by a parent, a town or a number alone: the office means the child on
 * the phone, so Enter must never take another. Whole words come before beginnings; else the order stays.
 */
export const rankPupils = <P extends Ranked>(found: readonly P[], search: string) => {
  const sought = searchWords(search)
  const ranked = found.map((pupil) => {
    const words = wordsOf(pupil)
    const isOwn = sought.length > 0 && sought.every((word) => words.some((own) => own.startsWith(word)))
    return { pupil, isOwn, isWhole: isOwn && sought.every((word) => words.includes(word)) }
  })
  const those = (isMeant: (one: (typeof ranked)[number]) => boolean) => ranked.filter(isMeant).map(({ pupil }) => pupil)
  return {
    own: [...those(({ isWhole }) => isWhole), ...those(({ isOwn, isWhole }) => isOwn && !isWhole)],
    byContact: those(({ isOwn }) => !isOwn),
  }
}
