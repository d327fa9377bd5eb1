const MOST_LETTERS = 10

/** A short name stands in addresses. */
export const SHORT_NAME = /^[a-z0-9]{2,10}$/

const plainLetters = (name: string) => name.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '')

/**
 * The usual short name of a school: the first letters of the words in its name, e.g. `fsw` of „Freie Schule
 * Wacholderhain“. A name of a single word gives its beginning.
 */
export const shortNameOf = (name: string) => {
  const words = plainLetters(name).match(/[a-z0-9]+/g) ?? []
  const [only = ''] = words
  return words.length === 1
    ? only.slice(0, 4)
    : words
        .map(([first]) => first)
        .join('')
        .slice(0, MOST_LETTERS)
}
