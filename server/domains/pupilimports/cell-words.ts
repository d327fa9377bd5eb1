/** The result of reading a cell: a value, an error, or the reason why it is left out. */
export type Read = { value: string | number } | { message: string } | { note: string }
export type CellReader = (text: string, today: string) => Read

/** Case, blanks and punctuation do not matter. */
export const foldWord = (text: string) => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')

/** The meaning of words in a file. It is a Map, because a plain object would also know `constructor`. */
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
