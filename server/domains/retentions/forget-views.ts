import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { eraseViews, listAllViews } from '#server/domains/savedviews/savedviews.erasure.shared.queries.ts'
import { listGoneNames } from './traces.queries.ts'

/** Shorter names are part of too many words. */
const SHORTEST_NAME = 3

const readable = (query: string) => {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '))
  } catch {
    return query
  }
}

/** Deletes stored views that search for a last name which nobody at the school has any more. */
export async function forgetViewsNaming(tx: SchoolTransaction, lastnames: readonly string[]) {
  const names = lastnames.filter(({ length }) => length >= SHORTEST_NAME)
  if (names.length === 0) return
  const views = (await listAllViews(tx)).map(({ id, name, query }) => ({
    id,
    text: `${name} ${readable(query)}`.toLowerCase(),
  }))
  const isNaming = (name: string) => views.some(({ text }) => text.includes(name.toLowerCase()))
  const gone = await listGoneNames(tx, names.filter(isNaming))
  await eraseViews(
    tx,
    views.filter(({ text }) => gone.some((name) => text.includes(name.toLowerCase()))).map(({ id }) => id),
  )
}
