import { searchFold } from './search-fold.ts'

interface Ranked {
  firstname: string
  lastname: string
}

/** The rank of a name in which none of the words begins the surname or the first name. */
export const PART_RANK = 3

/**
 * How well a name fits the folded words of a search: 0 for the whole surname, 1 for its beginning, 2 for the beginning
 * of the first name, 3 for anything else. The order in `nameRank` of the server is the same; a server test compares them.
 */
export const nameRank = (person: Ranked, words: readonly string[]) => {
  const [lastname, firstname] = [searchFold(person.lastname), searchFold(person.firstname)]
  const searched = [...words, words.join(' ')].filter(Boolean)
  if (searched.includes(lastname)) return 0
  if (searched.some((word) => lastname.startsWith(word))) return 1
  return searched.some((word) => firstname.startsWith(word)) ? 2 : PART_RANK
}

/** Best fit first; among equals the order stays. */
export const rankNames = <P extends Ranked>(found: readonly P[], words: readonly string[]) =>
  found
    .map((person) => ({ person, rank: nameRank(person, words) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ person }) => person)
