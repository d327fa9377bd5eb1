const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th' }

/**
 * Folds a name so that Müller, Mueller and Muller are the same word; letters of any script stay. The
 * SQL function search_fold does the same; a server test compares them.
 */
export const searchFold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[ßłøđıæœðþ]/g, (letter) => LETTERS[letter] ?? '')
    .replaceAll('-', ' ')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{Nd} ]+/gu, '')
    .replaceAll('ae', 'a')
    .replaceAll('oe', 'o')
    .replaceAll('ue', 'u')

/** The folded words of a search text, at most six; each must be found, in any order. */
export const searchWords = (text: string) => searchFold(text).split(' ').filter(Boolean).slice(0, 6)

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/**
 * The spelling that people mean: Müller and Mueller are one word, Muller is another; accents of other languages do not
 * count.
 */
export const spelled = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? '')
    .replace(/[ßłøđıæœðþ]/g, (letter) => LETTERS[letter] ?? '')
    .replaceAll('-', ' ')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{Nd} ]+/gu, '')

const beginsEach = (name: string, search: string) => {
  const words = name.split(' ')
  return search
    .split(' ')
    .filter(Boolean)
    .every((word) => words.some((own) => own.startsWith(word)))
}

/**
 * Whether the search finds the name only because umlauts are folded: Muller finds Müller, Baur finds Bauer. False when
 * something other than the name matches.
 */
export const isOnlyAlike = (name: string, search: string) =>
  beginsEach(searchFold(name), searchWords(search).join(' ')) && !beginsEach(spelled(name), spelled(search))
