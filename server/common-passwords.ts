import { isTooSimple } from '#contract/account/password-strength.ts'

/** The person's own name, address and school, which must not serve as a password. */
export interface PasswordOwner {
  name?: string
  email: string
  schools?: readonly { short: string; name: string }[]
}

/** The product's name and the words at the top of German lists: the large list below is English. */
const HOUSE_WORDS = [
  'schulhof passwort password kennwort geheim hallo willkommen qwertz qwertzuiop asdfghjkl yxcvbnm test admin',
  'schule lehrer lehrerin schulleitung sekretariat ichliebedich schatz fussball sommer winter',
].flatMap((line) => line.split(' '))

let commonOnes: Promise<ReadonlySet<string>> | undefined

/**
 * 49,000 leaked passwords, the most common first. Half a megabyte, so the file is read only when the first password is
 * set.
 */
const loadCommonOnes = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase()))
}

const LETTERS: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  '@': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  $: 's',
}

/** Lower case, without accents, blanks and marks: `Müller-Lüdenscheidt` becomes `muellerluedenscheidt`. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüß]/g, (letter) => LETTERS[letter] ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{Nd}@$]/gu, '')

/**
 * The same, with digits that stand for letters read as letters, and without the number that people count up at the
 * ends.
 */
const foldTwisted = (text: string) =>
  fold(text)
    .replace(/^[\d$@]+|[\d$@]+$/g, '')
    .replace(/[@013$]/g, (sign) => LETTERS[sign] ?? '')

/** Each word alone, and all words joined in both orders. */
const wordsOf = (text: string) => {
  const words = text.split(/[\s.@_-]+/).filter(Boolean)
  return [...words, text, words.toReversed().join('')]
}

const personalWords = ({ name = '', email, schools = [] }: PasswordOwner) => {
  const [local = ''] = email.split('@')
  const texts = [name, email, local, ...schools.flatMap((school) => [school.short, school.name])]
  return new Set([...HOUSE_WORDS, ...texts.flatMap(wordsOf)].map(fold).filter((word) => word.length > 1))
}

/** Whether the whole word is one of these, or several of them one after the other. */
const isMadeOf = (text: string, words: ReadonlySet<string>) => {
  const isReached = [true]
  for (let end = 1; end <= text.length; end++) {
    isReached[end] = [...words].some((word) => isReached[end - word.length] && text.endsWith(word, end))
  }
  return text.length > 0 && isReached[text.length] === true
}

/**
 * Whether a password is too simple, is one of the most common ones in any case, or is only the person's name, address
 * or school with digits around it (domain DP-15).
 */
export async function isEasilyGuessed(password: string, owner: PasswordOwner) {
  if (isTooSimple(password)) return true
  commonOnes ??= loadCommonOnes()
  if ((await commonOnes).has(password.toLowerCase())) return true
  const words = personalWords(owner)
  return [fold(password).replace(/^\d+|\d+$/g, ''), foldTwisted(password)].some((text) => isMadeOf(text, words))
}
