import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { eraseViews, listAllViews } from '#server/domains/savedviews/savedviews.erasure.shared.queries.ts'
import { listGoneNames, type Traces } from './traces.queries.ts'

/** Shorter names are part of too many words, so they have to stand alone. */
const SHORTEST_PART = 3
/** A number may be stored with the prefix of its country and typed without it, so its end decides. */
const PHONE_END = 8
const SHORTEST_PHONE = 5

const readable = (query: string) => {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '))
  } catch {
    return query
  }
}

const wordsOf = (text: string) =>
  searchFold(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
    .replace(/ +/g, ' ')
    .trim()
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The whole name and each of its words: somebody called Anna Maria is searched for as Anna. */
const partsOf = (name: string) => [...new Set([name.trim(), ...name.trim().split(/[\s-]+/)])].filter(Boolean)

interface SearchedView {
  id: number
  plain: string
  words: string
  digits: string
}

const namesPart = ({ words }: SearchedView, part: string) => {
  const folded = wordsOf(part)
  return folded.length >= SHORTEST_PART ? words.includes(folded) : folded !== '' && ` ${words} `.includes(` ${folded} `)
}

const hasMark = ({ plain, digits }: SearchedView, mark: string) => {
  if (mark.includes('@')) return plain.includes(mark.toLowerCase())
  const end = digitsOf(mark).slice(-PHONE_END)
  return end.length >= SHORTEST_PHONE && digits.includes(end)
}

/**
 * Deletes stored views that search for somebody who is erased: by mail or phone, or by a name or number that nobody at
 * the school has any more.
 */
export async function forgetViewsNaming(tx: SchoolTransaction, { names, marks }: Traces) {
  if (names.length === 0 && marks.length === 0) return
  const views = (await listAllViews(tx)).map(({ id, name, query }): SearchedView => {
    const plain = `${name} ${readable(query)}`.toLowerCase()
    return { id, plain, words: wordsOf(plain), digits: digitsOf(plain) }
  })
  const found = [...new Set(names.flatMap(partsOf))].filter((part) => views.some((view) => namesPart(view, part)))
  const gone = await listGoneNames(tx, found)
  const isNaming = (view: SearchedView) =>
    gone.some((part) => namesPart(view, part)) || marks.some((mark) => hasMark(view, mark))
  await eraseViews(
    tx,
    views.filter(isNaming).map(({ id }) => id),
  )
}
