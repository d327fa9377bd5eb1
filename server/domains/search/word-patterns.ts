/** Shorter words have too many neighbours: one letter off, they would find everybody. */
const LETTERS_MIN = 4

/** Slips are looked for in names only: a number that differs by one digit belongs to somebody else. */
const isName = (word: string) => /^\p{L}+$/u.test(word) && [...word].length >= LETTERS_MIN

const beginsWith = (word: string) => `% ${word}%`

/** The pattern of a word, which is folded and so has no letters that mean something to LIKE. */
export const exactPatterns = (word: string): string[] => [beginsWith(word)]

/** One letter wrong, missing, too many, or changed places with the next. */
const slips = (letters: readonly string[]) => {
  const spell = (index: number, taken: number, ...typed: string[]) =>
    [...letters.slice(0, index), ...typed, ...letters.slice(index + taken)].join('')
  return letters.flatMap((letter, index) => {
    const next = letters[index + 1]
    return [
      spell(index, 1, '_'),
      spell(index, 0, '_'),
      ...(letters.length > LETTERS_MIN ? [spell(index, 1)] : []),
      ...(next === undefined ? [] : [spell(index, 2, next, letter)]),
    ]
  })
}

/** Patterns that a word also fits when somebody slipped once while typing it. */
export const alikePatterns = (word: string): string[] =>
  isName(word) ? [...new Set(slips([...word]))].map(beginsWith) : exactPatterns(word)

/** Whether a slip is looked for in one of the words. */
export const mayBeSlip = (words: readonly string[]) => words.some(isName)
