import { type RawBuilder, sql } from 'kysely'
import { phoneDigits } from '#contract/phone.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  CLASS_COLUMNS,
  classNames,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import type { Pupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'

/** With this many digits or more, a number is also found by its end: people know it without the area code. */
const INNER_DIGITS_MIN = 5

/** A number between other words: „mia 0331 1234567“. */
const NUMBER = /(?:^|\s)(\+?[\d(][\d\s()/.-]{4,}\d)(?=\s|$)/

/** The phone number in the search, with the other words; undefined when there is none. */
const phoneIn = (search: string) => {
  const typed = phoneDigits(search) === undefined ? NUMBER.exec(search)?.[1] : search
  const digits = typed && phoneDigits(typed)
  return typed && digits ? { digits, words: searchWords(search.replace(typed, ' ')) } : undefined
}

/** The beginning of a word, in the form of the searched columns. */
const begin = (word: string) => ` ${word}`

/** The terms that a search looks for in the columns. */
export interface SearchTerms {
  words: readonly string[]
  /** The digits of a phone number, when the search has one. */
  digits?: string
  beside: readonly string[]
}

/**
 * Searches towns, phone numbers and people around the child only when the viewer may see them: otherwise hits would
 * reveal them.
 */
export function toTerms(search: string, inContacts: boolean): SearchTerms {
  const words = searchWords(search).map(begin)
  const phone = inContacts ? phoneIn(search) : undefined
  if (!phone) return { words, beside: [] }
  const { digits } = phone
  return {
    words,
    digits: digits.length < INNER_DIGITS_MIN ? begin(digits) : digits,
    beside: phone.words.map(begin),
  }
}

/** For each word of a search, the classes it names. */
export type NamedClasses = ReadonlyMap<string, number[]>

const readClasses = compiledOnce((tx: SchoolTransaction, _shape: null, { yearId }: { yearId?: number }) => {
  const years = tx.selectFrom('schoolyear').select('id')
  const searched = yearId === undefined ? years.where('state', '<>', 'closed') : years.where('id', '=', yearId)
  return tx.selectFrom(classNames().as('c')).select(CLASS_COLUMNS).where('c.school_year_id', 'in', searched)
})

/**
 * For each word of the search, the classes it names, such as 3a or Füchse: of the chosen school year, otherwise of all
 * years that are not over. A school has few classes, so the words are compared here.
 */
export async function findClassesNamed(tx: SchoolTransaction, search: string, yearId: number | undefined) {
  const words = searchWords(search)
  if (words.length === 0) return new Map<string, number[]>()
  const rows = await readClasses(tx, null, yearId === undefined ? {} : { yearId })
  const named = rows.flatMap((row) => {
    const found = toClassName(row)
    return found ? [{ id: found.id, words: searchFold(found.classgradePlain).split(' ') }] : []
  })
  const classesOf = (word: string) =>
    named.flatMap(({ id, words: own }) => (own.some((one) => one.startsWith(word)) ? [id] : []))
  return new Map(words.map((word) => [begin(word), classesOf(word)] as const).filter(([, ids]) => ids.length > 0))
}

/** Says whether the description of a class contains one of the words. Its grade is not part of it: see `namesGrade`. */
export const isClassDescribed = (words: readonly string[]): RawBuilder<boolean> => {
  const found = words.map((word) => sql`strpos(k.search_name, ${word}) > 0`)
  return sql<boolean>`exists (select from schoolclass k where ${sql.join(found, sql` or `)})`
}

/** Whether one of the words may be the grade of a class. */
export const namesGrade = (search: string) => searchWords(search).some((word) => /^\d/.test(word))

interface Search {
  terms: SearchTerms
  /** The same switch as in `toTerms`. */
  inContacts: boolean
  /** False for the bin, which is not in the indexes. */
  isIndexed: boolean
  classes: NamedClasses
  day: string
  /** Whether all pupils of the school are searched, not only some classes. */
  isWholeSchool: boolean
}

/** A separate index finds words; it does not find a number in the middle or the members of a class. */
export const isByWords = ({ terms, isIndexed, classes, isWholeSchool }: Omit<Search, 'day' | 'inContacts'>) =>
  isIndexed && isWholeSchool && classes.size === 0 && terms.digits === undefined && terms.words.length > 0

/** Pupils who are in one of the classes on the day, or will be when they come. */
const membersOf = (tx: SchoolTransaction, classIds: number[], day: string) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .select('m.pupil_id')
    .where((eb) => eb('m.schoolclass_id', '=', eb.fn.any(eb.val(classIds))))
    .where((eb) => eb.or([eb('m.date_end', 'is', null), eb('m.date_end', '>=', day)]))
    .where((eb) => eb.or([eb('m.date_start', '<=', day), eb('m.reason', '=', 'entry')]))

/**
 * The two indexes of migration 0011 divide the pupils, so each half is found by its own one (2.1 instead of 3.3 ms of
 * 10,000). `offset 0` delays all other conditions until the pupils are found, because those cost more than looking for
 * a word.
 */
const byIndexes = (tx: SchoolTransaction, found: Pupils) => {
  const half = (rows: Pupils) => rows.selectAll('p').offset(sql.lit(0))
  const short = half(found.where(sql<boolean>`octet_length(p.search_contact) <= 400`))
  const long = half(found.where(sql<boolean>`octet_length(p.search_contact) > 400`))
  return tx.selectFrom(sql`(${short} union all ${long})`.as('p')) as unknown as Pupils
}

/** `strpos`, not LIKE: it skips what cannot match (2.5 instead of 4 ms of 10,000 with their families). */
const contains = (column: 'p.search_name' | 'p.search_contact', text: string) =>
  sql<boolean>`strpos(${sql.ref(column)}, ${text}) > 0`

/** Every word in any order: of the name, the class, and other data the viewer may see. */
export const matching = (tx: SchoolTransaction, pupils: Pupils, asked: Search) => {
  const { terms, inContacts, isIndexed, classes, day } = asked
  const { words, digits, beside } = terms
  if (words.length === 0 && digits === undefined) return pupils.where(sql<boolean>`false`)
  const found = pupils.where((eb) => {
    const wherever = (word: string) => {
      const inClass = classes.get(word)
      const places = [
        contains('p.search_name', word),
        ...(inContacts ? [contains('p.search_contact', word)] : []),
        ...(inClass ? [eb('p.id', 'in', membersOf(tx, inClass, day))] : []),
      ]
      return eb.or(places)
    }
    const named = eb.and(words.map(wherever))
    if (digits === undefined) return named
    const both = eb.and([contains('p.search_contact', digits), ...beside.map(wherever)])
    return words.length === 0 ? both : eb.or([named, both])
  })
  return inContacts && isIndexed ? byIndexes(tx, found) : found
}
