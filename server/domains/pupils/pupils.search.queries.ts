import { sql } from 'kysely'
import { phoneDigits } from '#contract/phone.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { CLASS_COLUMNS, classNames, toClassName } from '#server/domains/schoolclasses/class-names.queries.ts'
import type { Pupils } from './pupils.queries.ts'

/** From so many digits on a number is also found by its end: people know it without the area code. */
const INNER_DIGITS_MIN = 5

/** A number among other words: „mia 0331 1234567“. */
const NUMBER = /(?:^|\s)(\+?[\d(][\d\s()/.-]{4,}\d)(?=\s|$)/

/** The search as a phone number, with the words beside it; undefined when it holds none. */
const phoneIn = (search: string) => {
  const typed = phoneDigits(search) === undefined ? NUMBER.exec(search)?.[1] : search
  const digits = typed && phoneDigits(typed)
  return typed && digits ? { digits, words: searchWords(search.replace(typed, ' ')) } : undefined
}

export type NamedClasses = ReadonlyMap<string, number[]>

/**
 * By each word of the search the classes it names, as 3a or Füchse: of the school year, else of all that are not over.
 * A school has few classes, so the words are compared here; most searches name none and ask the database no more.
 */
export async function findClassesNamed(tx: SchoolTransaction, search: string, yearId: number | undefined) {
  const words = searchWords(search)
  if (words.length === 0) return new Map<string, number[]>()
  const years = tx.selectFrom('schoolyear').select('id')
  const rows = await tx
    .selectFrom(classNames().as('c'))
    .select(CLASS_COLUMNS)
    .where('c.school_year_id', 'in', yearId ? years.where('id', '=', yearId) : years.where('state', '<>', 'closed'))
    .execute()
  const named = rows.flatMap((row) => {
    const found = toClassName(row)
    return found ? [{ id: found.id, words: searchFold(found.classgradePlain).split(' ') }] : []
  })
  const classesOf = (word: string) =>
    named.flatMap(({ id, words: own }) => (own.some((one) => one.startsWith(word)) ? [id] : []))
  return new Map(words.map((word) => [word, classesOf(word)] as const).filter(([, ids]) => ids.length > 0))
}

interface Search {
  search: string
  /** Towns, phones and people beside the child: only for who may see them, or the search tells what they hold. */
  inContacts: boolean
  /** The bin is not in the indexes. */
  isIndexed: boolean
  classes: NamedClasses
  day: string
}

/** Who belongs to one of the classes on the day, and who will when they come. */
const membersOf = (tx: SchoolTransaction, classIds: number[], day: string) =>
  tx
    .selectFrom('pupil_schoolclass as m')
    .select('m.pupil_id')
    .where((eb) => eb('m.schoolclass_id', '=', eb.fn.any(eb.val(classIds))))
    .where((eb) => eb.or([eb('m.date_end', 'is', null), eb('m.date_end', '>=', day)]))
    .where((eb) => eb.or([eb('m.date_start', '<=', day), eb('m.reason', '=', 'entry')]))

/** As the two indexes of migration 0011 part the pupils: each half is found by its own (2.1 instead of 3.3 ms of 10,000). */
const byIndexes = (tx: SchoolTransaction, found: Pupils) => {
  const short = found.where(sql<boolean>`octet_length(p.search_contact) <= 400`).selectAll('p')
  const long = found.where(sql<boolean>`octet_length(p.search_contact) > 400`).selectAll('p')
  return tx.selectFrom(short.unionAll(long).as('p')) as unknown as Pupils
}

/** Every word in any order: of the name, the class, and what else the viewer may see (architecture §7). */
export const matching = (tx: SchoolTransaction, pupils: Pupils, asked: Search) => {
  const { search, inContacts, isIndexed, classes, day } = asked
  const words = searchWords(search)
  const phone = inContacts ? phoneIn(search) : undefined
  if (search !== '' && words.length === 0 && !phone) return pupils.where(sql<boolean>`false`)
  if (search === '') return pupils
  const found = pupils.where((eb) => {
    const wherever = (word: string) => {
      const inClass = classes.get(word)
      const places = [
        eb('p.search_name', 'like', `% ${word}%`),
        ...(inContacts ? [eb('p.search_contact', 'like', `% ${word}%`)] : []),
        ...(inClass ? [eb('p.id', 'in', membersOf(tx, inClass, day))] : []),
      ]
      return eb.or(places)
    }
    const named = eb.and(words.map(wherever))
    if (!phone) return named
    const { digits } = phone
    const called = eb('p.search_contact', 'like', digits.length < INNER_DIGITS_MIN ? `% ${digits}%` : `%${digits}%`)
    const both = eb.and([called, ...phone.words.map(wherever)])
    return words.length === 0 ? both : eb.or([named, both])
  })
  return inContacts && isIndexed ? byIndexes(tx, found) : found
}
