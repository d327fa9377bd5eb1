/** What a cell says: a value, what is wrong with it, or why it is left out. */
export type Read = { value: string | number } | { message: string } | { note: string }
export type CellReader = (text: string, today: string) => Read

/** Case, blanks and signs do not matter. */
export const foldWord = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** What words of a file mean; a Map, for a record would also know `constructor`. */
export const wordsOf = <T extends string>(meanings: Record<T, readonly string[]>) =>
  new Map(
    (Object.entries(meanings) as [T, readonly string[]][]).flatMap(([meaning, words]) =>
      words.map((word) => [foldWord(word), meaning] as const),
    ),
  )

export const readWord =
  (words: ReadonlyMap<string, string>, unknown: { message: string } | { note: string }): CellReader =>
  (text) => {
    const value = words.get(foldWord(text))
    return value === undefined ? unknown : { value }
  }
