const LETTERS: Record<string, string> = { ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th' }

/**
 * Folds a name so that Müller, Mueller and Muller are the same word (architecture §7); letters of any script stay.
 * The SQL function search_fold says the same; a server test compares them.
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

/** The folded words of a search box, at most six; each must be found, in any order. */
export const searchWords = (text: string) => searchFold(text).split(' ').filter(Boolean).slice(0, 6)
