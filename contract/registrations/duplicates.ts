import { isIsoDay } from '#contract/dates.ts'

/** The duplicate check of domain §3.3: for applications, new pupils and imports. */

interface Child {
  firstname: string
  lastname: string
  /** YYYY-MM-DD */
  birthdate: string
}

/** `long` writes ä as ae and decides about exact matches; `short` writes it as a and only warns (Öztürk, Ozturk). */
type Folding = 'long' | 'short'

const LETTERS: Record<string, string> = {
  ı: 'i',
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const UMLAUTS: Record<Folding, Record<string, string>> = {
  long: { ä: 'ae', ö: 'oe', ü: 'ue' },
  short: { ä: 'a', ö: 'o', ü: 'u' },
}

const fold = (text: string, folding: Folding) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ıßłøđðæœþäöü]/g, (letter) => LETTERS[letter] ?? UMLAUTS[folding][letter] ?? '')
    .replace(/[’‘ʼ‛´`′]/g, "'")
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()

/** Only a–z; a name without any of these, in another script, stays as it is. */
const lettersOf = (folded: string) => folded.replace(/[^a-z]/g, '') || folded

const partsOf = (folded: string) => folded.split(/[\s-]+/).filter(Boolean)

/** The form of a name that the check compares: Müller and Mueller are the same. */
export const normaliseName = (name: string, folding: Folding = 'long') => lettersOf(fold(name, folding))

/** Only the first of several given names counts: Anna-Lena and Anna are the same. */
export const normaliseGivenName = (name: string, folding: Folding = 'long') =>
  lettersOf(partsOf(fold(name, folding))[0] ?? '')

const FOLDINGS: readonly Folding[] = ['long', 'short']

const isSame = (of: (folding: Folding) => [string, string]) =>
  FOLDINGS.some((folding) => {
    const [a, b] = of(folding)
    return a !== '' && a === b
  })

/** Two ways to read a name: as it is, or with first and last name swapped. */
const READINGS = {
  last: ({ lastname }: Child, folding: Folding) => normaliseName(lastname, folding),
  first: ({ firstname }: Child, folding: Folding) => normaliseGivenName(firstname, folding),
  firstAsLast: ({ firstname }: Child, folding: Folding) => normaliseName(firstname, folding),
  lastAsFirst: ({ lastname }: Child, folding: Folding) => normaliseGivenName(lastname, folding),
} as const
type Reading = keyof typeof READINGS

/** A child with its names folded once, so that it can be compared with many others. */
export const foldChild = (child: Child) => {
  const known: Record<Folding, Partial<Record<Reading, string>>> = { long: {}, short: {} }
  return {
    birthdate: child.birthdate,
    read: (reading: Reading, folding: Folding): string => {
      const text = known[folding][reading] ?? READINGS[reading](child, folding)
      known[folding][reading] = text
      return text
    },
    parts: (folding: Folding) => nameParts(child.lastname, folding),
  }
}
export type FoldedChild = ReturnType<typeof foldChild>

const sameLastname = (a: FoldedChild, b: FoldedChild) =>
  isSame((folding) => [a.read('last', folding), b.read('last', folding)])
const sameFirstname = (a: FoldedChild, b: FoldedChild) =>
  isSame((folding) => [a.read('first', folding), b.read('first', folding)])

/** Words in front of a name that many people share without being one family. */
const PARTICLES = new Set('von van vom zu zum zur der den dem de di da la le el al ben bin abu dos del und'.split(' '))

const nameParts = (lastname: string, folding: Folding) =>
  partsOf(fold(lastname, folding))
    .filter((part) => !PARTICLES.has(part))
    .map(lettersOf)

const sharesPartOfDoubleName = (a: FoldedChild, b: FoldedChild) =>
  FOLDINGS.some((folding) => {
    const [left, right] = [a.parts(folding), b.parts(folding)]
    return (left.length > 1 || right.length > 1) && left.some((part) => right.includes(part))
  })

const isSwapped = (a: FoldedChild, b: FoldedChild) =>
  isSame((folding) => [a.read('firstAsLast', folding), b.read('last', folding)]) &&
  isSame((folding) => [a.read('lastAsFirst', folding), b.read('first', folding)])

/**
 * Whether a and b differ by one letter (added, missing or replaced) or by two swapped neighbours (Damerau-Levenshtein ≤
 * 1).
 */
export const isOneSlipApart = (a: string, b: string): boolean => {
  if (a.length < b.length) return isOneSlipApart(b, a)
  let start = 0
  while (start < b.length && a[start] === b[start]) start++
  const [left, right] = [a.slice(start), b.slice(start)]
  if (a.length - b.length === 1) return left.slice(1) === right
  if (a.length !== b.length) return false
  const isExchanged = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return left.slice(1) === right.slice(1) || isExchanged
}

const SLIP_LENGTH_MIN = 4

const isSlip = (of: (folding: Folding) => [string, string]) =>
  FOLDINGS.some((folding) => {
    const [a, b] = of(folding)
    return Math.min(a.length, b.length) >= SLIP_LENGTH_MIN && isOneSlipApart(a, b)
  })

const slipInOneName = (a: FoldedChild, b: FoldedChild) =>
  (sameFirstname(a, b) && isSlip((folding) => [a.read('last', folding), b.read('last', folding)])) ||
  (sameLastname(a, b) && isSlip((folding) => [a.read('first', folding), b.read('first', folding)]))

const isSlipOfDate = (a: string, b: string) => {
  const differing = [...a].filter((digit, index) => digit !== b[index]).length
  const [year, month, day] = a.split('-')
  return differing === 1 || (a !== b && `${year}-${day}-${month}` === b)
}

const isLikely = (a: FoldedChild, b: FoldedChild) => {
  const sameNames = sameFirstname(a, b) && sameLastname(a, b)
  if (a.birthdate !== b.birthdate) return sameNames && isSlipOfDate(a.birthdate, b.birthdate)
  return (
    sameNames ||
    (sameFirstname(a, b) && sharesPartOfDoubleName(a, b)) ||
    isSwapped(a, b) ||
    isSwapped(b, a) ||
    slipInOneName(a, b)
  )
}

/** Like `compareChildren`, for children who are compared with many others. */
export const compareFolded = (a: FoldedChild, b: FoldedChild): 'exact' | 'likely' | null => {
  const isExact =
    a.birthdate === b.birthdate &&
    a.read('last', 'long') === b.read('last', 'long') &&
    a.read('first', 'long') === b.read('first', 'long')
  if (isExact) return 'exact'
  return isLikely(a, b) ? 'likely' : null
}

/** Whether two records may be the same child: `exact` stops (409), `likely` only warns. */
export const compareChildren = (a: Child, b: Child) => compareFolded(foldChild(a), foldChild(b))

/** Every birth date under which the check can find this child: the same, one digit off, day and month swapped. */
export const birthdatesAlike = (birthdate: string): string[] => {
  const oneOff = [...birthdate].flatMap((sign, index) =>
    sign === '-'
      ? []
      : [...'0123456789'].map((digit) => birthdate.slice(0, index) + digit + birthdate.slice(index + 1)),
  )
  const [year, month, day] = birthdate.split('-')
  return [...new Set([birthdate, `${year}-${day}-${month}`, ...oneOff])].filter(isIsoDay)
}
